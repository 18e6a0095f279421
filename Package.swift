// swift-tools-version: 6.2
// The modules of walkthrough and who may import whom: arrows go one way, from the executables down.

import PackageDescription

let strict: [SwiftSetting] = [.treatAllWarnings(as: .error)]

// The programs are built in Embedded Swift: no runtime, so they start, answer and stay small as C programs do.
// Another package that depends on the client library, and debug builds with their tests, get ordinary Swift; for
// modules of the two kinds do not mix, the directory we are built from says which it is.
let isFuzzing = Context.environment["WALKTHROUGH_FUZZING"] != nil
#if compiler(>=6.3)
let isEmbedded = Context.environment["PWD"] == Context.packageDirectory && !isFuzzing
#else
// Of older ones it is not known that they can.
let isEmbedded = false
#endif

#if arch(arm64)
let unicodeTables = "../embedded/aarch64-unknown-linux-gnu/libswiftUnicodeDataTables.a"
#else
let unicodeTables = "../embedded/x86_64-unknown-linux-gnu/libswiftUnicodeDataTables.a"
#endif

// As flags: SwiftPM links every configuration of a target with an experimental feature in that way.
let embedding = ["-enable-experimental-feature", "Embedded"]

let embedded: [SwiftSetting] =
  isEmbedded
  // Each module brings what it uses of the standard library: of several copies the linker keeps one. The pass that
  // is left out gives one name to different static arrays of two modules (Tests/object-checks looks for such).
  ? [
    .unsafeFlags(
      embedding + [
        "-Osize", "-Xfrontend", "-function-sections", "-Xllvm", "-sil-disable-pass=object-outliner",
      ], .when(configuration: .release))
  ]
  : []

// Whatever they are built in, a target machine needs no Swift.
let standalone: [LinkerSetting] = [
  .linkedLibrary("m"),
  .unsafeFlags(
    ["-use-ld=lld", "-Xlinker", "-s"]
      + (isEmbedded ? embedding + ["-Xlinker", "-l:\(unicodeTables)"] : ["-static-stdlib"]),
    .when(configuration: .release)),
]

func library(
  _ name: String, uses dependencies: [Target.Dependency] = [], linking libraries: [LinkerSetting] = []
) -> Target {
  .target(
    name: name, dependencies: dependencies, swiftSettings: strict + embedded, linkerSettings: libraries)
}

func program(_ name: String, uses dependencies: [Target.Dependency]) -> Target {
  .executableTarget(
    name: name, dependencies: dependencies, swiftSettings: strict + embedded, linkerSettings: standalone)
}

func tests(_ name: String, uses dependencies: [Target.Dependency]) -> Target {
  .testTarget(name: name, dependencies: dependencies, swiftSettings: strict)
}

let package = Package(
  name: "walkthrough",
  products: [
    .executable(name: "walkthroughd", targets: ["walkthroughd"]),
    .executable(name: "walkthrough", targets: ["walkthrough"]),
    .library(name: "WalkthroughClient", targets: ["WalkthroughClient", "WalkthroughAsync"]),
  ],
  targets: [
    .systemLibrary(name: "CDBus", pkgConfig: "dbus-1", providers: [.apt(["libdbus-1-dev"])]),
    .systemLibrary(name: "CExpat", pkgConfig: "expat", providers: [.apt(["libexpat1-dev"])]),
    .systemLibrary(name: "CCMark", pkgConfig: "libcmark", providers: [.apt(["libcmark-dev"])]),
    // Its pkg-config file holds a flag for Windows that SwiftPM refuses.
    .systemLibrary(name: "CUTF8Proc", providers: [.apt(["libutf8proc-dev"])]),
    .systemLibrary(name: "CLinux"),

    library("WalkthroughJSON"),
    library("WalkthroughModel"),
    library("ManifestFormat", uses: ["WalkthroughModel", "WalkthroughJSON", "CExpat", "CLinux"]),
    library("System", uses: ["CLinux"]),
    library("WalkthroughEventLoop", uses: ["CLinux"]),
    library("WalkthroughDBus", uses: ["CDBus", "CLinux", "WalkthroughEventLoop"]),
    library("WalkthroughInterface", uses: ["WalkthroughDBus", "WalkthroughModel"]),
    library("Catalog", uses: ["ManifestFormat", "WalkthroughEventLoop", "System", "CLinux"]),
    library("Records", uses: ["WalkthroughModel", "WalkthroughJSON", "System", "CLinux"]),
    library("Callers", uses: ["WalkthroughDBus", "WalkthroughModel", "System", "CLinux"]),
    library("Service", uses: ["CLinux", "Catalog", "Records", "Callers", "WalkthroughInterface"]),
    library("WalkthroughClient", uses: ["WalkthroughInterface", "CLinux"]),
    library("WalkthroughAsync", uses: ["WalkthroughClient"]),
    library(
      "Presenter", uses: ["WalkthroughModel", "CCMark", "CUTF8Proc"], linking: [.linkedLibrary("utf8proc")]),
    library("Terminal", uses: ["Presenter", "System", "WalkthroughEventLoop", "CLinux"]),
    program("walkthroughd", uses: ["Service", "System"]),
    program(
      "walkthrough",
      uses: [
        "WalkthroughClient", "WalkthroughDBus", "WalkthroughJSON", "ManifestFormat", "System", "Presenter",
        "Terminal",
      ]),

    // A test target, so that it is built for the tests alone, in ordinary Swift as they are.
    .testTarget(
      name: "TestSupport", dependencies: ["System", "WalkthroughJSON", "CLinux"], path: "Tests/TestSupport",
      swiftSettings: strict),
    tests("JSONTests", uses: ["WalkthroughJSON", "TestSupport"]),
    tests("ModelTests", uses: ["WalkthroughModel", "TestSupport"]),
    tests("ManifestFormatTests", uses: ["ManifestFormat", "CCMark", "TestSupport"]),
    tests("DBusTests", uses: ["WalkthroughDBus", "WalkthroughEventLoop", "TestSupport"]),
    tests("CatalogTests", uses: ["Catalog", "TestSupport"]),
    tests("CallersTests", uses: ["Callers", "WalkthroughEventLoop", "CLinux", "TestSupport"]),
    tests("RecordsTests", uses: ["Records", "TestSupport"]),
    tests("InterfaceTests", uses: ["WalkthroughInterface", "TestSupport"]),
    tests("PresenterTests", uses: ["Presenter", "Terminal", "TestSupport"]),
    tests(
      "IntegrationTests",
      uses: ["WalkthroughAsync", "WalkthroughModel", "WalkthroughJSON", "TestSupport", "CLinux"]),
  ],
  swiftLanguageModes: [.v6]
)

// The parsers under fuzzing: Tests/fuzz links them with libFuzzer, and a test gives them the seeds.
let fuzzing: [Target.Dependency] = ["Terminal", "Catalog", "Records", "WalkthroughDBus", "CDBus"]
if isFuzzing {
  package.products.append(.library(name: "Fuzzing", type: .static, targets: ["Fuzzing"]))
  package.targets.append(
    .target(
      name: "Fuzzing", dependencies: fuzzing, path: "Tests/Fuzzing", exclude: ["corpus", "SeedTests.swift"],
      swiftSettings: strict))
} else {
  package.targets.append(
    .testTarget(
      name: "FuzzingTests", dependencies: fuzzing, path: "Tests/Fuzzing", exclude: ["corpus", "Entry.swift"],
      swiftSettings: strict))
}
