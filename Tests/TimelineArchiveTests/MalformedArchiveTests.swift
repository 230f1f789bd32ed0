import Foundation
import Testing
import TimelineCore
import TimelineTestSupport
import TimelineTesting

@testable import TimelineArchive

@Suite("Malformed archives")
struct MalformedArchiveTests {
    /// Replaces random values of an archive with values of other types.
    ///
    /// Loading must not crash, must report every entry, and must be idempotent.
    @Test(arguments: 0..<TestEffort.count(60, full: 400) as Range<UInt64>)
    func randomCorruption(seed: UInt64) async throws {
        var random = SplitMix64(seed: seed)
        var json = galaxy
        for _ in 0..<Int.random(in: 1...6, using: &random) {
            let index = Int.random(in: 0..<json.count, using: &random)
            let value = Self.replacements.randomElement(using: &random) ?? nil
            json = json.replacing(at: index, with: value)
        }
        guard let archive = try? FirebaseArchive(json) else {  // The top level is corrupt.
            let collections = ["\"users\":", "\"posts\":", "\"images\":"]
            return #expect(
                !json.text.hasPrefix("{") || !collections.contains(where: json.text.contains)
            )
        }
        let store = try TestWorld(seed % 10 == 0 ? .sqliteInMemory : .inMemory)
        let report = try await store.owner.load(archive)
        report.expectComplete()
        let answers = try await store.answers()
        try await store.owner.load(archive).expectNothingNew(since: report)
        #expect(try await store.answers() == answers)
        #expect(answers.pages.count == report.posts.imported)
        #expect(answers.pages.map(\.comments.count).reduce(0, +) == report.comments.imported)
    }

    private static let replacements: [JSON] = [
        nil, true, false, 5, .literal("-1e999"), .literal("123456789012345678901234567890"), "",
        "\u{0}\u{202E}", "-K25Fj8p2ArUMz3awt3T", "../../etc/passwd", "hansolo", [], [:],
        [[[[nil]]]], ["": ["": 1]], ["0": true, "1": ["username": "x", "text": "y"]],
        .string(String(repeating: "é", count: 3000)),
    ]

    @Test(arguments: [
        "", "{", "[]", "5", "null", "\"posts\"", "{\"posts\":}", "\u{FEFF}", "{\"a\":1}}",
        String(repeating: "[", count: 100_000),
        "{\"posts\":" + String(repeating: "{\"a\":", count: 100_000),
        "{\"posts\":{\"-K25Fj8p2ArUMz3awt3T\":" + String(repeating: "[", count: 2_000)
            + String(repeating: "]", count: 2_000) + "}}",
    ])
    func invalidJSONIsUnreadable(_ text: String) {
        let error = #expect(throws: TimelineError.self) {
            _ = try FirebaseArchive(reading: Data(text.utf8))
        }
        #expect(error?.code == "archive-unreadable")
        #expect(error?.description.hasSuffix(".") == true)
    }

    @Test func invalidUTF8IsUnreadable() {
        for bytes in [[0xFF, 0xFE, 0x00], [0x7B, 0x22, 0xC0, 0x80, 0x22, 0x3A, 0x31, 0x7D]] {
            #expect(throws: TimelineError.self) {
                _ = try FirebaseArchive(reading: Data(bytes.map { UInt8($0) }))
            }
        }
    }

    @Test func missingFolderIsReported() {
        let reason = "the folder “/nowhere” does not exist."
        #expect(throws: TimelineError.archiveUnreadable(reason)) {
            _ = try FirebaseArchive([:], images: URL(filePath: "/nowhere"))
        }
    }

    /// Checks that all findings are passed on, but that the report contains only the first ones.
    @Test func thousandsOfEntries() async throws {
        let findings = Lock<[ImportFinding]>([])
        let likes = JSON.array(Array(repeating: ["username": "leia"], count: 5_000))
        let follows = JSON.object((0..<5_000).map { ("\($0)", true) })
        let report = try await TestWorld(.inMemory).owner
            .load(
                FirebaseArchive(
                    [
                        "users": ["a": ["username": "a", "follows": follows]],
                        "posts": [
                            "-K25Fj8p2ArUMz3awt3T": [
                                "username": "a", "image": picture(), "likes": likes,
                            ]
                        ],
                    ]
                ),
                report: { finding in findings.withLock { $0.append(finding) } }
            )
        report.expectComplete()
        let all = findings.withLock(\.self)
        #expect(report.follows.rejected == 5_000 && all.count == 5_000)
        #expect(report.findings == Array(all.prefix(ImportFinding.limit)))
        #expect(report.likes.imported == 1 && report.likes.alreadyPresent == 4_999)
    }
}
