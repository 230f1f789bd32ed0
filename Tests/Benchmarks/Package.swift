// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "timeline", path: "../..", traits: []),
        .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
    ],
    targets: [
        .systemLibrary(
            name: "CHiredis",
            providers: [.apt(["libhiredis-dev"]), .brew(["hiredis"])]
        ),
        .systemLibrary(
            name: "CLibPQ",
            pkgConfig: "libpq",
            providers: [.apt(["libpq-dev"]), .brew(["libpq"])]
        ),
        .executableTarget(
            name: "Benchmarks",
            dependencies: [
                "CHiredis",
                "CLibPQ",
                .product(name: "Timeline", package: "timeline"),
                .product(name: "TimelineSync", package: "timeline"),
                .product(name: "TimelineTesting", package: "timeline"),
                .product(name: "GRDB", package: "GRDB.swift"),
            ]
        ),
        .executableTarget(
            name: "NegentropyHarness",
            dependencies: [.product(name: "TimelineSync", package: "timeline")]
        ),
        .executableTarget(
            name: "NegentropyBenchmark",
            dependencies: [.product(name: "TimelineSync", package: "timeline")]
        ),
        .executableTarget(
            name: "RecordsBenchmark",
            dependencies: [.product(name: "TimelineSync", package: "timeline")]
        ),
        .executableTarget(
            name: "SyncBenchmark",
            dependencies: [
                .product(name: "Timeline", package: "timeline"),
                .product(name: "TimelineSync", package: "timeline"),
                .product(name: "TimelineTesting", package: "timeline"),
            ]
        ),
        .executableTarget(
            name: "RenditionBenchmark",
            dependencies: [.product(name: "TimelineMedia", package: "timeline")]
        ),
    ],
    swiftLanguageModes: [.v6]
)
