// swift-tools-version: 6.2
// An app of its own that uses the client library of the package three directories up.

import PackageDescription

let package = Package(
  name: "launch",
  dependencies: [.package(name: "walkthrough", path: "../../../..")],
  targets: [
    .executableTarget(
      name: "launch", dependencies: [.product(name: "WalkthroughClient", package: "walkthrough")])
  ]
)
