// swift-tools-version: 6.2
import PackageDescription

// The parsers of untrusted input, instrumented for libFuzzer; see `Tests/fuzz.sh`.
//
// The targets of the main package are declared again, because only these modules are instrumented.
// `Sources`, `SyncTestSupport`, `HostileSessions`, `TimelineServer` and `Fuzz/Targets` are links to
// the sources of the main package and of its test that replays the corpus.

/// A module that the fuzzer tests.
func fuzzed(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: instrumented)
}

let instrumented: [SwiftSetting] = [
    .unsafeFlags([
        "-enable-testing", "-sanitize=address",
        "-sanitize-coverage=edge,indirect-calls,trace-cmp,inline-8bit-counters",
    ])
]

let package = Package(
    name: "fuzzing",
    platforms: [.macOS(.v15)],
    targets: [
        .systemLibrary(name: "CSodium", pkgConfig: "libsodium"),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib"),
        .systemLibrary(name: "CTurboJPEG", pkgConfig: "libturbojpeg"),
        .systemLibrary(name: "CPNG", pkgConfig: "libpng"),
        .systemLibrary(name: "CWebP", pkgConfig: "libwebp"),
        .systemLibrary(name: "CHEIF"),
        .systemLibrary(name: "CCurl"),
        .systemLibrary(name: "CLibFuzzer", path: "CLibFuzzer"),
        .target(name: "TimelineCrypto", dependencies: ["CSodium"]),
        .target(
            name: "TimelineCore",
            dependencies: ["PictureFiles", "TimelineCrypto"],
            exclude: ["Accounts/CommonPasswords/SOURCE.md"],
            resources: [.embedInCode("Accounts/CommonPasswords/common-passwords.txt")],
            swiftSettings: instrumented
        ),
        fuzzed("PictureFiles"),
        fuzzed("Negentropy", ["TimelineCrypto"]),
        fuzzed(
            "TimelineSync",
            ["Negentropy", "TimelineCore", "TimelineCrypto", "CCurl"]
        ),
        fuzzed("TimelineArchive", ["PictureFiles", "TimelineCore", "TimelineCrypto", "CZlib"]),
        fuzzed(
            "TimelineMedia",
            ["PictureFiles", "TimelineCore", "CTurboJPEG", "CPNG", "CWebP", "CHEIF"]
        ),
        .target(
            name: "SyncTestSupport",
            dependencies: ["TimelineCore", "TimelineSync", "TimelineCrypto"],
            path: "SyncTestSupport"
        ),
        .target(
            name: "HostileSessions",
            dependencies: [
                "TimelineCore", "SyncTestSupport", "TimelineSync", "TimelineCrypto",
            ],
            path: "HostileSessions"
        ),
        // The parsers of the server, which need none of its packages.
        .target(
            name: "TimelineServer",
            path: "TimelineServer",
            swiftSettings: instrumented
        ),
        .executableTarget(
            name: "Fuzz",
            dependencies: [
                "CLibFuzzer", "HostileSessions", "PictureFiles", "Negentropy", "SyncTestSupport",
                "TimelineSync", "TimelineCore", "TimelineArchive", "TimelineMedia",
                "TimelineServer",
            ],
            path: "Fuzz",
            swiftSettings: instrumented,
            // Gold, the default linker of Swift 6.3, fails on the debug information.
            linkerSettings: [.unsafeFlags(["-sanitize=fuzzer,address", "-use-ld=lld"])]
        ),
    ],
    swiftLanguageModes: [.v6]
)

for target in package.targets where target.type != .system {
    target.swiftSettings =
        (target.swiftSettings ?? []) + [
            .enableUpcomingFeature("ExistentialAny"),
            .enableUpcomingFeature("InternalImportsByDefault"),
            .enableUpcomingFeature("MemberImportVisibility"),
            .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
            .enableUpcomingFeature("InferIsolatedConformances"),
        ]
}
