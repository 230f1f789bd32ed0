// swift-tools-version: 6.2
import PackageDescription

// The benchmarks, and the modules of Timeline that they measure.
//
// The modules are declared again, because a package cannot see what another one shares only among
// its own targets. `Timeline` is a link to the sources of the main package.

/// A module of Timeline.
func measured(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(
        name: name,
        dependencies: dependencies,
        path: "Timeline/\(name)",
        swiftSettings: settings
    )
}

/// A C library that a module of Timeline uses.
func library(_ name: String, _ package: String? = nil) -> Target {
    .systemLibrary(name: name, path: "Timeline/\(name)", pkgConfig: package)
}

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("InferIsolatedConformances"),
]

let package = Package(
    name: "benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [.package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0")],
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
        library("CArgon2", "libargon2"),
        library("CSodium", "libsodium"),
        library("CSQLite", "sqlite3"),
        library("CZlib", "zlib"),
        library("CTurboJPEG", "libturbojpeg"),
        library("CPNG", "libpng"),
        library("CWebP", "libwebp"),
        library("CHEIF"),
        library("CCurl"),
        measured("PictureFiles"),
        measured("TimelineCrypto", ["CSodium"]),
        measured("Negentropy", ["TimelineCrypto"]),
        .target(
            name: "TimelineCore",
            dependencies: ["PictureFiles", "TimelineCrypto"],
            path: "Timeline/TimelineCore",
            exclude: ["Accounts/CommonPasswords/SOURCE.md"],
            resources: [.embedInCode("Accounts/CommonPasswords/common-passwords.txt")],
            swiftSettings: settings
        ),
        measured("TimelineSQL", ["TimelineCore", "TimelineCrypto"]),
        measured("TimelineSQLite", ["TimelineCore", "TimelineSQL", "CSQLite", "TimelineCrypto"]),
        .target(
            name: "TimelinePostgres",
            dependencies: ["TimelineCore", "TimelineSQL", "TimelineSQLite", "CLibPQ"],
            path: "Timeline/TimelinePostgres",
            swiftSettings: settings + [.define("Cluster")]
        ),
        measured("TimelineArgon2", ["TimelineCore", "CArgon2"]),
        measured("TimelineArchive", ["PictureFiles", "TimelineCore", "CZlib", "TimelineCrypto"]),
        measured(
            "TimelineMedia",
            ["PictureFiles", "TimelineCore", "CTurboJPEG", "CPNG", "CWebP", "CHEIF"]
        ),
        measured("TimelineSync", ["Negentropy", "TimelineCore", "CCurl", "TimelineCrypto"]),
        measured("TimelineTesting", ["TimelineCore"]),
        .executableTarget(
            name: "Benchmarks",
            dependencies: [
                "CHiredis", "CLibPQ", "TimelineCore", "TimelineSQLite", "TimelineArgon2",
                "TimelineArchive", "TimelineTesting",
                .product(name: "GRDB", package: "GRDB.swift"),
            ]
        ),
        .executableTarget(name: "NegentropyHarness", dependencies: ["Negentropy"]),
        .executableTarget(name: "NegentropyBenchmark", dependencies: ["Negentropy"]),
        .executableTarget(name: "RecordsBenchmark", dependencies: ["TimelineCore"]),
        .executableTarget(
            name: "SyncBenchmark",
            dependencies: [
                "TimelineCore", "TimelineSQLite", "TimelineArgon2", "TimelineSync",
                "TimelineTesting",
            ]
        ),
        .executableTarget(
            name: "ClusterBenchmark",
            dependencies: [
                "TimelineCore", "TimelinePostgres", "TimelineSQL", "TimelineTesting",
            ]
        ),
        .executableTarget(name: "RenditionBenchmark", dependencies: ["TimelineMedia"]),
    ],
    swiftLanguageModes: [.v6]
)
