import Foundation
import Testing
import TimelineCore

@testable import TimelineArchive

/// Tests that derived IDs never change.
///
/// The expected IDs were computed by an independent program.
@Suite("Derived IDs")
struct DerivedIDTests {
    @Test func userIDs() {
        #expect(User.ID(firebase: "luke").description == "1B2A6088-770F-818B-BF40-B56AFC284980")
        #expect(
            User.ID(firebase: "username:greedo").description
                == "1153695D-2644-8BFD-AF65-D57B2EFA7D64"
        )
        let uuid = "e621e1f8-c36c-495a-93fc-0c247a3e6e5f"
        #expect(User.ID(firebase: uuid).description == uuid.uppercased())
    }

    @Test(arguments: [
        ("3", "-K25Fj8tYSU2YTHvjkiB"), ("first", "-K25Fj8q7RBjFbg9rWXl"),
        ("-K28OeV3MmD0l9DbNufX", "-K28OeV3MmD0l9DbNufX"),
    ])
    func replyIDs(key: String, expected: String) throws {
        let post = try #require(Post.ID("-K25Fj8p2ArUMz3awt3T"))
        let json = #"{"username":"hansolo","text":"I know."}"#
        let comment = try JSONDecoder().decode(FirebaseComment.self, from: Data(json.utf8))
        #expect(PushID(of: comment, key: key, on: post).description == expected)
    }

    @Test(arguments: ["03", "-3", "+3", "4294967296", " 3", "", "--------------------"])
    func onlyPlainNumbersAreIndexes(key: String) throws {
        let post = try #require(Post.ID("-K25Fj8p2ArUMz3awt3T"))
        let like = try JSONDecoder()
            .decode(FirebaseLike.self, from: Data(#"{"username":"leia"}"#.utf8))
        let stamp = PushID(of: like, key: key, on: post)
        #expect(stamp.milliseconds == post.pushID.milliseconds + 1)
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
