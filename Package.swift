// swift-tools-version: 6.2
import PackageDescription

let pictureFiles: Target.Dependency = "PictureFiles"
let core: Target.Dependency = "TimelineCore"
let crypto: Target.Dependency = "TimelineCrypto"
let argumentParser: Target.Dependency = .product(
    name: "ArgumentParser",
    package: "swift-argument-parser"
)

/// A dependency of `timeline serve`, which packages without the trait neither resolve nor build.
func server(_ product: String, _ package: String) -> Target.Dependency {
    .product(name: product, package: package, condition: .when(traits: ["Server"]))
}

/// A dependency of `timeline serve --tls-cert`; BoringSSL takes minutes to build.
func tls(_ product: String, _ package: String) -> Target.Dependency {
    .product(name: product, package: package, condition: .when(traits: ["TLS"]))
}

/// A dependency of stores on servers, whose C library packages without the trait do not need.
func cluster(_ target: String) -> Target.Dependency {
    .target(name: target, condition: .when(traits: ["Cluster"]))
}

let package = Package(
    name: "timeline",
    // `TimelineArgon2`, `TimelineMedia` and the program need libraries that iOS lacks.
    platforms: [.macOS(.v15), .iOS(.v18)],
    products: [
        .library(name: "Timeline", targets: ["TimelineCore", "TimelineSQLite"]),
        .library(name: "TimelineCluster", targets: ["TimelineCluster"]),
        .library(name: "TimelineArgon2", targets: ["TimelineArgon2"]),
        .library(name: "TimelineMedia", targets: ["TimelineMedia"]),
        .library(name: "TimelineArchive", targets: ["TimelineArchive"]),
        .library(name: "TimelineSync", targets: ["TimelineSync"]),
        .library(name: "TimelineTesting", targets: ["TimelineTesting"]),
        .executable(name: "timeline", targets: ["TimelineTool"]),
    ],
    traits: [
        .trait(name: "Server", description: "The command `timeline serve`, on Hummingbird."),
        .trait(
            name: "TLS",
            description: "HTTPS for `timeline serve`, on BoringSSL.",
            enabledTraits: ["Server"]
        ),
        .trait(name: "Cluster", description: "Stores in PostgreSQL, with photos in S3."),
        .default(enabledTraits: ["Server", "TLS"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
        .package(
            url: "https://github.com/hummingbird-project/hummingbird",
            exact: "2.28.1",
            traits: []
        ),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    ],
    targets: [
        .systemLibrary(
            name: "CArgon2",
            pkgConfig: "libargon2",
            providers: [.apt(["libargon2-dev"]), .brew(["argon2"])]
        ),
        .systemLibrary(
            name: "CSodium",
            pkgConfig: "libsodium",
            providers: [.apt(["libsodium-dev"]), .brew(["libsodium"])]
        ),
        .systemLibrary(
            name: "CSQLite",
            pkgConfig: "sqlite3",
            providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]
        ),
        .systemLibrary(
            name: "CLibPQ",
            pkgConfig: "libpq",
            providers: [.apt(["libpq-dev"]), .brew(["libpq"])]
        ),
        .systemLibrary(
            name: "CZlib",
            pkgConfig: "zlib",
            providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]
        ),
        .systemLibrary(
            name: "CTurboJPEG",
            pkgConfig: "libturbojpeg",
            providers: [.apt(["libturbojpeg0-dev"]), .brew(["jpeg-turbo"])]
        ),
        .systemLibrary(
            name: "CPNG",
            pkgConfig: "libpng",
            providers: [.apt(["libpng-dev"]), .brew(["libpng"])]
        ),
        .systemLibrary(
            name: "CWebP",
            pkgConfig: "libwebp",
            providers: [.apt(["libwebp-dev"]), .brew(["webp"])]
        ),
        // Only declarations: the program loads libheif when it runs.
        .systemLibrary(name: "CHEIF"),
        // The same for libcurl.
        .systemLibrary(name: "CCurl"),
        .systemLibrary(
            name: "CChafa",
            pkgConfig: "chafa",
            providers: [.apt(["libchafa-dev", "libglib2.0-dev"]), .brew(["chafa"])]
        ),
        .target(name: "PictureFiles"),
        // Apple's systems have CryptoKit.
        .target(
            name: "TimelineCrypto",
            dependencies: [
                .target(name: "CSodium", condition: .when(platforms: [.linux]))
            ]
        ),
        .target(name: "Negentropy", dependencies: [crypto]),
        .target(
            name: "TimelineSync",
            dependencies: ["Negentropy", core, "CCurl", crypto]
        ),
        .target(
            name: "TimelineCore",
            dependencies: [pictureFiles, crypto],
            exclude: ["Accounts/CommonPasswords/SOURCE.md"],
            resources: [.embedInCode("Accounts/CommonPasswords/common-passwords.txt")]
        ),
        // What the repositories in SQLite and in PostgreSQL share.
        .target(name: "TimelineSQL", dependencies: [core, crypto]),
        .target(name: "TimelineSQLite", dependencies: [core, "TimelineSQL", "CSQLite", crypto]),
        .target(
            name: "TimelinePostgres",
            dependencies: [core, "TimelineSQL", cluster("TimelineSQLite"), cluster("CLibPQ")]
        ),
        .target(name: "TimelineS3", dependencies: [core, "CCurl"]),
        .target(name: "TimelineCluster", dependencies: [core, "TimelinePostgres", "TimelineS3"]),
        .target(name: "TimelineArgon2", dependencies: [core, "CArgon2"]),
        .target(
            name: "TimelineArchive",
            dependencies: [pictureFiles, core, "CZlib", crypto]
        ),
        .target(
            name: "TimelineMedia",
            dependencies: [pictureFiles, core, "CTurboJPEG", "CPNG", "CWebP", "CHEIF"]
        ),
        .target(
            name: "TimelinePages",
            dependencies: [core],
            exclude: ["Assets/Fonts/SOURCE.md", "Assets/Fonts/subset.sh"],
            resources: [
                .embedInCode("Assets/timeline.css"),
                .embedInCode("Assets/timeline.js"),
                .embedInCode("Assets/worker.js"),
                .embedInCode("Assets/icon.svg"),
                .embedInCode("Assets/icon-192.png"),
                .embedInCode("Assets/icon-512.png"),
                .embedInCode("Assets/Fonts/karla.woff2"),
                .embedInCode("Assets/Fonts/OFL.txt"),
            ]
        ),
        .target(
            name: "TimelineServer",
            dependencies: [
                core, "TimelineArchive", "TimelineMedia", "TimelinePages",
                "TimelineSync", crypto,
                server("Hummingbird", "hummingbird"),
                server("HummingbirdCore", "hummingbird"),
                tls("HummingbirdTLS", "hummingbird"),
                server("HTTPTypes", "swift-http-types"),
                server("Logging", "swift-log"),
                server("NIOCore", "swift-nio"),
                server("NIOHTTP1", "swift-nio"),
                server("NIOHTTPTypes", "swift-nio-extras"),
                tls("NIOSSL", "swift-nio-ssl"),
                server("ServiceLifecycle", "swift-service-lifecycle"),
                server("UnixSignals", "swift-service-lifecycle"),
            ]
        ),
        .target(
            name: "TimelineCommands",
            dependencies: [
                core, "TimelineSQL", "TimelineSQLite", "TimelineArgon2", "TimelineArchive",
                "TimelineMedia", "TimelinePages", "TimelineSync", "CChafa",
                argumentParser, cluster("TimelineCluster"), cluster("TimelinePostgres"),
                .target(name: "TimelineServer", condition: .when(traits: ["Server"])),
            ]
        ),
        .executableTarget(name: "TimelineTool", dependencies: ["TimelineCommands"]),
        .target(name: "TimelineTesting", dependencies: [core]),
        .target(
            name: "TimelineTestSupport",
            dependencies: [
                pictureFiles, core, "TimelineSQLite", "TimelineTesting", "CSQLite",
                "CZlib",
            ],
            path: "Tests/TimelineTestSupport"
        ),
        // Compiled like another package, to show the symbols that a repository can use.
        .target(
            name: "TimelineTestDoubles",
            dependencies: [core],
            path: "Tests/TimelineTestDoubles",
            packageAccess: false
        ),
        // A store in memory and a hostile peer for the tests of sessions, which the fuzzer also
        // compiles.
        .target(
            name: "SyncTestSupport",
            dependencies: [core, "TimelineSync", crypto],
            path: "Tests/SyncTestSupport"
        ),
        // A place for blobs in S3, or on a fake server.
        .target(
            name: "S3TestSupport",
            dependencies: [core, "TimelineS3"],
            path: "Tests/S3TestSupport"
        ),
        .target(
            name: "HostileSessions",
            dependencies: [core, "SyncTestSupport", "TimelineSync", crypto],
            path: "Tests/HostileSessions"
        ),
        .testTarget(name: "TimelineCryptoTests", dependencies: [crypto]),
        .testTarget(
            name: "TimelineSyncTests",
            dependencies: [
                core, "Negentropy", "SyncTestSupport", "TimelineSync", "TimelineTestSupport",
                crypto,
            ],
            exclude: ["Vectors"]
        ),
        .testTarget(
            name: "StoreSyncTests",
            dependencies: [
                core, "HostileSessions", "SyncTestSupport", "TimelineSync",
                "TimelineSQLite", "TimelineTesting", "TimelineTestDoubles", "TimelineTestSupport",
                crypto,
            ]
        ),
        .testTarget(
            name: "NegentropyTests",
            dependencies: [core, "Negentropy", "TimelineTestSupport", crypto],
            exclude: ["Vectors"]
        ),
        .testTarget(
            name: "PictureFilesTests",
            dependencies: [pictureFiles, core, "TimelineTestSupport"]
        ),
        .testTarget(
            name: "TimelineCoreTests",
            dependencies: [
                core, "S3TestSupport", "TimelineSQL", "TimelineSQLite", "TimelineTestDoubles",
                "TimelineTesting",
                "TimelineTestSupport", crypto,
            ],
            exclude: ["Records/Vectors"]
        ),
        .testTarget(
            name: "TimelineSQLiteTests",
            dependencies: [
                core, "CSQLite", "TimelineSQL", "TimelineSQLite", "TimelineArchive",
                "TimelineTestDoubles", "TimelineTesting", "TimelineTestSupport",
            ]
        ),
        .testTarget(
            name: "TimelinePostgresTests",
            dependencies: [
                core, cluster("CLibPQ"), "S3TestSupport", "TimelineArchive", "TimelineCluster",
                "TimelinePostgres", "TimelineS3", "TimelineSQL", "TimelineSQLite",
                "TimelineTestDoubles", "TimelineTestSupport", "TimelineTesting",
            ]
        ),
        .testTarget(
            name: "TimelineS3Tests",
            dependencies: [
                core, "S3TestSupport", "TimelineS3", "TimelineTestSupport",
            ]
        ),
        .testTarget(
            name: "TimelineArgon2Tests",
            dependencies: [
                core, "TimelineArgon2", "TimelineSQLite", "TimelineTesting", "TimelineTestSupport",
            ]
        ),
        .testTarget(
            name: "TimelineMediaTests",
            dependencies: [
                pictureFiles, core, "TimelineMedia", "CHEIF", "TimelineTestDoubles",
                "TimelineTesting", "TimelineTestSupport",
            ],
            exclude: ["Fixtures"]
        ),
        .testTarget(
            name: "TimelineArchiveTests",
            dependencies: [
                core, "TimelineArchive", "TimelineSQLite", "TimelineTestDoubles",
                "TimelineTesting", "TimelineTestSupport",
            ],
            exclude: ["Export/read_archive.py"]
        ),
        .testTarget(
            name: "TimelinePagesTests",
            dependencies: [
                core, "TimelineArchive", "TimelineMedia", "TimelinePages",
            ]
        ),
        .testTarget(
            name: "TimelineServerTests",
            dependencies: [
                core, "TimelineArchive", "TimelineMedia",
                "TimelinePages", "TimelineServer", "TimelineSync", "TimelineTestDoubles",
                "TimelineTesting", "TimelineTestSupport",
                server("Hummingbird", "hummingbird"),
                server("HummingbirdCore", "hummingbird"),
                server("HTTPTypes", "swift-http-types"),
                server("Logging", "swift-log"),
                server("NIOCore", "swift-nio"),
                server("NIOEmbedded", "swift-nio"),
                server("NIOHTTPTypes", "swift-nio-extras"),
                server("NIOPosix", "swift-nio"),
                tls("NIOSSL", "swift-nio-ssl"),
                server("ServiceLifecycle", "swift-service-lifecycle"),
            ]
        ),
        .testTarget(
            name: "CorpusTests",
            dependencies: [
                "HostileSessions", "Negentropy", "SyncTestSupport", pictureFiles, core,
                "TimelineArchive",
                "TimelineMedia", "TimelineServer", "TimelineSync", "TimelineTestSupport",
            ]
        ),
        .testTarget(
            name: "TimelineCommandsTests",
            dependencies: [
                core, "TimelineCommands", "TimelineSync", "TimelineSQLite",
                "TimelineArgon2", "TimelineMedia", argumentParser,
                "TimelineTestSupport",
            ],
            exclude: ["Golden", "Faults/failing-disk.c"]
        ),
    ],
    swiftLanguageModes: [.v6]
)

for target in package.targets where target.type != .system {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
        .enableUpcomingFeature("InferIsolatedConformances"),
        .treatAllWarnings(as: .error),
    ]
}
