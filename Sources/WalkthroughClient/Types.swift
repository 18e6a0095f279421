// The types of the answers belong to the library: who imports it need not know the modules they come from.

@_exported public import WalkthroughInterface
@_exported public import WalkthroughModel
