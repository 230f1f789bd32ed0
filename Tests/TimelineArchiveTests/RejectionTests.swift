import Foundation
import Testing
import TimelineCore
import TimelineTestSupport
import TimelineTesting

@testable import TimelineArchive

@Suite("Rejected entries")
struct RejectionTests {
    /// Checks that exactly the faulty entries are rejected, each for the expected reason.
    @Test(arguments: Storage.allCases)
    func everyFaultIsReportedSeparately(_ storage: Storage) async throws {
        let store = try TestWorld(storage)
        let report = try await store.owner.load(FirebaseArchive(Self.faulty))
        report.expectComplete()
        let rejected = Dictionary(
            uniqueKeysWithValues: report.findings.map { ($0.file, $0.reason) }
        )
        #expect(Set(rejected.keys) == Set(Self.reasons.keys))
        #expect(
            Set(report.findings.filter { $0.outcome == .changed }.map(\.file))
                == Set("aijkl".map { "posts/-K25Fj8p2ArUMz3awt3\($0)" })
        )
        for (entry, reason) in Self.reasons {
            let actual = rejected[entry] ?? "accepted"
            #expect(actual.contains(reason), "\(entry): \(actual)")
        }
        #expect(report.users.imported == 2)
        #expect(report.posts.imported == 6)
        #expect(report.comments.imported == 2)
        #expect(report.likes.imported == 1)
        let answers = try await store.answers()
        #expect(answers.pages.map(\.comments.count).sorted() == [0, 0, 0, 0, 1, 2])
        #expect(answers.pages.compactMap(\.post.place) == [Place(name: "Hoth")])
        #expect(
            answers.profiles.map(\.user.username) == [
                "greedo", "han_solo___________________c_a", "leia",
            ]
        )
    }

    private static let post = "-K25Fj8p2ArUMz3awt3T"
    private static let bare = "-K25Fj8qrMAtxXG3QCSn"
    private static let long = String(repeating: "x", count: 2201)

    private static let reasons = [
        "users/a/url": "not a web address",
        "users/a/bio": "too long",
        "users/a/follows/nobody": "not in the archive",
        "users/a/follows/a": "cannot follow yourself",
        "users/a/follows/leia": "wrong type",
        "users/b": "“username” is not a string",
        "users/b/bio": "user was rejected",
        "users/b/follows/leia": "user was rejected",
        "users/c": "“user” is missing",
        "users/d": "wrong type",
        "users/leia/bio": "“bio” is not a string",
        "posts/\(post)/comments/0": "comment is empty",
        "posts/\(post)/comments/1": "too long",
        "posts/\(post)/comments/2": "wrong type",
        "posts/\(post)/comments/3": "“text” is missing",
        "posts/\(post)/likes/zzzzzzzzzzzzzzzzzzzz": "future",
        "posts/\(post)/likes/one": "“username” is not a string",
        "posts/\(bare)": "not in the archive",
        "posts/\(bare)/comments": "post was rejected",
        "posts/\(bare)/likes/0": "post was rejected",
        "posts/first": "not a push ID",
        "posts/--------------------": "not a push ID",
        "posts/zzzzzzzzzzzzzzzzzzzz": "future",
        "posts/-K25Fj8p2ArUMz3awt3a": "continues in the first comment",
        "posts/-K25Fj8p2ArUMz3awt3b": "is not a JPEG",
        "posts/-K25Fj8p2ArUMz3awt3c": "not valid base64",
        "posts/-K25Fj8p2ArUMz3awt3d": "wrong type",
        "posts/-K25Fj8p2ArUMz3awt3e": "“imageEndpoint” is not a string",
        "posts/-K25Fj8p2ArUMz3awt3f": "wrong type",
        "posts/-K25Fj8p2ArUMz3awt3g": "“username” is missing",
        "posts/-K25Fj8p2ArUMz3awt3i": "“location” is not an object",
        "posts/-K25Fj8p2ArUMz3awt3j": "“latitude” is not a number",
        "posts/-K25Fj8p2ArUMz3awt3k": "but not both",
        "posts/-K25Fj8p2ArUMz3awt3l": "place is invalid",
    ]

    private static let faulty: JSON = [
        "unknown": ["a": [1, 2]],
        "users": [
            "a": [
                "username": "Han Solo éàü,;:!?=()[]<>\n\t\\c and more", "unknown": 5,
                "url": "javascript:alert(1)", "bio": .string(long),
                "follows": ["nobody": true, "a": true, "leia": 1, "b": false],
            ],
            "b": ["username": 5, "bio": "Hi", "follows": ["leia": true]],
            "c": ["bio": nil],
            "d": 5,
            "leia": ["username": "leia", "bio": ["x"], "url": "  "],
        ],
        "posts": [
            "-K25Fj8p2ArUMz3awt3T": [
                "username": "leia", "image": "a",
                "comments": [
                    ["username": "leia", "text": " "], ["username": "leia", "text": .string(long)],
                    5, ["username": "leia"], ["username": "leia", "text": "Hello"],
                    ["username": "greedo", "text": "Hello", "post": 5],
                ],
                "likes": [
                    "zzzzzzzzzzzzzzzzzzzz": ["username": "leia"],
                    "one": ["username": 1, "user": "leia"],
                    "two": ["username": "leia"],
                ],
            ],
            "-K25Fj8qrMAtxXG3QCSn": [
                "username": "leia", "comments": 5, "likes": [["username": "leia"]],
            ],
            "first": ["username": "leia", "image": "a"],
            "--------------------": ["username": "leia", "image": "a"],
            "zzzzzzzzzzzzzzzzzzzz": ["username": "leia", "image": "a"],
            "-K25Fj8p2ArUMz3awt3a": ["username": "leia", "image": "a", "caption": .string(long)],
            "-K25Fj8p2ArUMz3awt3b": ["username": "leia", "image": "text"],
            "-K25Fj8p2ArUMz3awt3c": ["username": "leia", "image": "noise"],
            "-K25Fj8p2ArUMz3awt3d": ["username": "leia", "image": "number"],
            "-K25Fj8p2ArUMz3awt3e": ["username": "leia", "imageEndpoint": 5, "image": "a"],
            "-K25Fj8p2ArUMz3awt3f": "post",
            "-K25Fj8p2ArUMz3awt3g": ["image": "a"],
            "-K25Fj8p2ArUMz3awt3h": nil,
            "-K25Fj8p2ArUMz3awt3i": ["username": "leia", "image": "a", "location": "Hoth"],
            "-K25Fj8p2ArUMz3awt3j": [
                "username": "leia", "image": "a", "location": ["latitude": "1", "longitude": 2],
            ],
            "-K25Fj8p2ArUMz3awt3k": [
                "username": "leia", "image": "a", "location": ["name": "Hoth", "longitude": 2],
            ],
            "-K25Fj8p2ArUMz3awt3l": [
                "username": "leia", "image": "a", "location": ["latitude": 91, "longitude": 0],
            ],
        ],
        "images": [
            "a": picture(), "text": "aGVsbG8gd29ybGQ=", "noise": "%%%", "number": 5,
        ],
    ]

    /// Checks that users with a taken username are rejected if the clock is years behind the
    /// holder's claim.
    ///
    /// All entries by the rejected user are rejected too.
    @Test(arguments: Storage.allCases)
    func clockBehindTheHolderIsReported(_ storage: Storage) async throws {
        let store = try TestWorld(
            storage,
            now: Date(timeIntervalSince1970: 1_450_000_000)
        )
        let local = try store.makeUser("leia")
        let report = try await store.owner.load(FirebaseArchive(galaxy))
        report.expectComplete()
        let (hans, leias) = ("posts/-K25Fj8p2ArUMz3awt3T", "posts/-K25Fj8qrMAtxXG3QCSn")
        #expect(
            report.findings.map(\.file) == [
                "users/leia", "users/han/follows/leia", "users/leia/follows/han", leias,
                "\(leias)/comments/-K28OeV3MmD0l9DbNufX", "\(leias)/likes/0", "\(hans)/comments/1",
            ]
        )
        #expect(report.findings.first?.reason.contains("check the clocks") == true)
        #expect(try await store.guest.user(withUsername: "leia").id == local)
    }

    @Test func reportEncodesToJSON() async throws {
        let report = try await TestWorld(.inMemory).owner.load(FirebaseArchive(["users": 5]))
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        func tally(entries: Int, rejected: Int) -> String {
            #"""
            {"alreadyPresent":0,"entries":\#(entries),"imported":0,"notSupported":0,\#
            "rejected":\#(rejected)}
            """#
        }
        let none = tally(entries: 0, rejected: 0)
        #expect(
            String(decoding: try encoder.encode(report), as: UTF8.self) == """
                {"comments":\(none),"duplicateLikes":0,"fields":\(none),\
                "findingCount":1,\
                "findings":[{"count":1,"file":"users","kind":"other","outcome":"rejected",\
                "reason":"The value has the wrong type."}],"follows":\(none),\
                "importedUsers":[],"isDryRun":false,"likes":\(none),"media":\(none),\
                "posts":\(none),"unlistedUsers":0,"users":\(tally(entries: 1, rejected: 1))}
                """
        )
    }
}
