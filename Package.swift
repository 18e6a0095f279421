// swift-tools-version: 6.2
// The modules of walkthrough and who may import whom: arrows go one way, from the executables down.

import PackageDescription

let strict: [SwiftSetting] = [.treatAllWarnings(as: .error)]

// The shipped binaries carry the Swift runtime, so that a target machine needs no Swift. The C++ library that the
// runtime needs is carried, too, where systemd/build has put a link to it: loading it takes as long as all the rest.
let standalone: [LinkerSetting] = [
  .unsafeFlags(
    [
      "-static-stdlib", "-Xclang-linker", "-static-libgcc", "-Xlinker", "-s",
      "-L\(Context.packageDirectory)/.build/static",
    ],
    .when(configuration: .release))
]

func library(_ name: String, uses dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: strict)
}

func program(_ name: String, uses dependencies: [Target.Dependency]) -> Target {
  .executableTarget(
    name: name, dependencies: dependencies, swiftSettings: strict, linkerSettings: standalone)
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
    library("ManifestFormat", uses: ["WalkthroughModel", "WalkthroughJSON", "CExpat"]),
    library("System", uses: ["CLinux"]),
    library("WalkthroughEventLoop", uses: ["CLinux"]),
    library("WalkthroughDBus", uses: ["CDBus", "WalkthroughEventLoop"]),
    library("WalkthroughInterface", uses: ["WalkthroughDBus", "WalkthroughModel"]),
    library("Catalog", uses: ["ManifestFormat", "WalkthroughEventLoop", "System"]),
    library("Records", uses: ["WalkthroughModel", "WalkthroughJSON", "System"]),
    library("Callers", uses: ["WalkthroughDBus", "WalkthroughModel", "System"]),
    library("Service", uses: ["CLinux", "Catalog", "Records", "Callers", "WalkthroughInterface"]),
    library("WalkthroughClient", uses: ["WalkthroughInterface"]),
    library("WalkthroughAsync", uses: ["WalkthroughClient"]),
    library("Presenter", uses: ["WalkthroughModel", "CCMark", "CUTF8Proc"]),
    library("Terminal", uses: ["Presenter", "System", "WalkthroughEventLoop", "CLinux"]),
    program("walkthroughd", uses: ["Service"]),
    program(
      "walkthrough",
      uses: [
        "WalkthroughClient", "WalkthroughDBus", "WalkthroughJSON", "ManifestFormat", "System", "Presenter",
        "Terminal",
      ]),

    .target(
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
if Context.environment["WALKTHROUGH_FUZZING"] != nil {
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
