import Foundation
import Testing
import TimelineCore
@testable import TimelineArchive

/// Tests that derived IDs never change.
///
/// The expected IDs were computed by an independent program.
@Suite("Derived IDs")
struct DerivedIDTests {
    @Test func identities() {
        let user = SourceIdentity(["firebase", "user", "luke"])
        #expect(user.nonce.description == "5901a828338a1893")
        #expect(user.stamp(at: 5).bytes.hexadecimal == "0000000000055901a828338a189351")
        #expect(SourceIdentity(["firebaseuser", "luke"]) != user)
    }

    @Test(arguments: [
        ("3", "-K25Fj8tYSU2YTHvjkiB"), ("first", "-K25Fj8q7RBjFbg9rWXl"),
        ("-K28OeV3MmD0l9DbNufX", "-K28OeV3MmD0l9DbNufX"),
    ])
    func replyIDs(key: String, expected: String) throws {
        let post = try #require(PushID("-K25Fj8p2ArUMz3awt3T"))
        let json = #"{"username":"hansolo","text":"I know."}"#
        let comment = try JSONDecoder().decode(FirebaseComment.self, from: Data(json.utf8))
        #expect(PushID(of: comment, key: key, on: post).description == expected)
    }

    @Test(arguments: ["03", "-3", "+3", "4294967296", " 3", "", "--------------------"])
    func onlyPlainNumbersAreIndexes(key: String) throws {
        let post = try #require(PushID("-K25Fj8p2ArUMz3awt3T"))
        let like = try JSONDecoder()
            .decode(FirebaseLike.self, from: Data(#"{"username":"leia"}"#.utf8))
        let stamp = PushID(of: like, key: key, on: post)
        #expect(stamp.milliseconds == post.milliseconds + 1)
    }

    @Test(arguments: [
        ("Leia", "leia"), ("@Leia", "leia"), ("", "user"), ("@", "user"), ("a b", "a_b"),
        ("Zoë", "zo_"), ("👩‍🚀", "_"), ("\u{0}\u{202E}", "__"),
        (String(repeating: "ab", count: 40), String(repeating: "ab", count: 15)),
    ])
    func fittingUsernames(typed: String, expected: String) throws {
        #expect(try Username(fitting: FirebaseUsername(typed)).text == expected)
    }
}
