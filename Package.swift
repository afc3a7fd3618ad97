// swift-tools-version: 6.2
// Countersign: TLS for Swift on Linux that asks. See README.md for the map.
import PackageDescription

// The core promises never to allocate. The promise is a build: `make embedded` sets this and compiles
// the core as Embedded Swift with -no-allocations. It is off by default because packages that are
// depended upon may not carry unsafe flags.
let isAllocationGateOn = Context.environment["COUNTERSIGN_NO_ALLOCATIONS"] != nil

let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .strictMemorySafety(),
    .treatWarning("StrictMemorySafety", as: .error),
    .treatWarning("EmbeddedRestrictions", as: .error),
    .enableExperimentalFeature("Lifetimes"),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
]

// Tests and measuring tools use Foundation and are never embedded.
let tests: [SwiftSetting] = [
    .swiftLanguageMode(.v6), .enableExperimentalFeature("Lifetimes"), .enableUpcomingFeature("ExistentialAny"),
]

let package = Package(
    name: "countersign",
    products: [
        .library(name: "Countersign", targets: ["Countersign"]),
        .executable(name: "countersign", targets: ["CountersignCLI"]),
        .library(name: "CountersignC", type: .static, targets: ["CountersignC"]),
        .executable(name: "conformance", targets: ["conformance"]),
    ],
    targets: [
        // pkg-config picks 3.6 where it is installed; Debian 12's 2.28 ships no .pc and is found in /usr/include.
        .systemLibrary(
            name: "CMbedTLS", path: "CInterop/CMbedTLS", pkgConfig: "mbedtls",
            providers: [.apt(["libmbedtls-dev"])]),
        .target(
            name: "CCountersign", dependencies: ["CMbedTLS"], path: "CInterop/CCountersign",
            linkerSettings: [.linkedLibrary("mbedtls"), .linkedLibrary("mbedx509"), .linkedLibrary("mbedcrypto")]),
        .target(
            name: "CountersignCore", dependencies: ["CCountersign"], path: "Sources/CountersignCore",
            swiftSettings: strict
                + (isAllocationGateOn ? [.unsafeFlags(["-Xfrontend", "-no-allocations"])] : [])),
        .target(
            name: "Countersign", dependencies: ["CountersignCore"], path: "Sources/Countersign",
            swiftSettings: strict),
        // The contract is a header by itself; the compiler checks each Swift function against it.
        .systemLibrary(name: "CountersignHeader", path: "Sources/CountersignC/Header"),
        .target(
            name: "CountersignC", dependencies: ["Countersign", "CountersignHeader"], path: "Sources/CountersignC",
            exclude: ["Example", "Header"], swiftSettings: strict),
        .executableTarget(
            name: "conformance", dependencies: ["Countersign"], path: "Tests/Conformance",
            exclude: ["divergences.json"], swiftSettings: tests),
        .executableTarget(
            name: "fuzz-trust", dependencies: ["Countersign"], path: "Tests/Fuzz/Trust", swiftSettings: tests),
        .executableTarget(
            name: "CountersignCLI", dependencies: ["Countersign", "CountersignCore"], path: "Sources/CountersignCLI",
            swiftSettings: strict),
        .executableTarget(
            name: "fuzz-import", dependencies: ["Countersign"], path: "Tests/Fuzz/Import", swiftSettings: tests),
        .target(name: "TestSupport", path: "Tests/Support", swiftSettings: tests),
        .testTarget(
            name: "HouseRulesTests", dependencies: ["TestSupport"], path: "Tests/HouseRules",
            exclude: ["exceptions.txt"], swiftSettings: tests),
        .testTarget(
            name: "CountersignCoreTests", dependencies: ["Countersign", "TestSupport"], path: "Tests/CountersignCore",
            swiftSettings: tests),
        .testTarget(
            name: "CountersignTests", dependencies: ["Countersign", "TestSupport"], path: "Tests/Countersign",
            swiftSettings: tests),
        .target(name: "AllocationCounter", path: "Benchmarks/AllocationCounter"),
        .target(
            name: "Peers", dependencies: ["CMbedTLS"], path: "Benchmarks/Peers",
            // The shim's own settings, so that what is compared is set alike.
            cSettings: [
                .headerSearchPath("../../CInterop/CCountersign"),
                .headerSearchPath("../../CInterop/CCountersign/include"),
            ],
            linkerSettings: [
                .linkedLibrary("mbedtls"), .linkedLibrary("mbedx509"), .linkedLibrary("mbedcrypto"),
                .linkedLibrary("ssl"), .linkedLibrary("crypto"),
            ]),
        .executableTarget(
            name: "handshakes-benchmark", dependencies: ["AllocationCounter", "Countersign", "Peers"],
            path: "Benchmarks/Handshakes", swiftSettings: tests),
        .executableTarget(name: "benchmark-report", path: "Benchmarks/Report", swiftSettings: tests),
        .executableTarget(
            name: "pins-benchmark", dependencies: ["AllocationCounter", "Countersign", "Peers"],
            path: "Benchmarks/Pins", swiftSettings: tests),
        .executableTarget(
            name: "anchors-benchmark", dependencies: ["AllocationCounter", "Countersign", "Peers"],
            path: "Benchmarks/Anchors", swiftSettings: tests),
        .executableTarget(
            name: "allocations", dependencies: ["AllocationCounter", "Countersign", "TestSupport"],
            path: "Benchmarks/Allocations", swiftSettings: tests),
        .testTarget(
            name: "InteropTests", dependencies: ["Countersign", "TestSupport"], path: "Tests/InteropTests",
            swiftSettings: tests),
        .testTarget(
            name: "CountersignCLITests", dependencies: ["CountersignCLI", "TestSupport"], path: "Tests/CountersignCLI",
            exclude: ["README.md", "Transcripts"], swiftSettings: tests),
    ]
)
