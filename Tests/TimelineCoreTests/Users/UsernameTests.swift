import Foundation
import Testing
import TimelineCore
import TimelineTestSupport
import TimelineTesting

@Suite("Usernames")
struct UsernameTests {
    @Test(arguments: [
        ("leia", "leia"), ("@leia", "leia"), ("LEIA", "leia"), ("3po", "3po"), ("a", "a"),
        ("_._", "_._"), ("ob1kenob", "ob1kenob"),
        (String(repeating: "a", count: 30), String(repeating: "a", count: 30)),
    ])
    func accepted(typed: String, text: String) throws {
        #expect(try Username(typed).text == text)
    }

    @Test(arguments: [
        "", "@", "@@leia", "le ia", "leia!", "le-ia", "leïa", "leia~1", "лея", "l\u{0}", "leia\n",
        "🐎", ".", "...", "@..", String(repeating: "a", count: 31),
    ])
    func rejected(typed: String) {
        #expect(throws: TimelineError.invalidUsername(typed)) { try Username(typed) }
    }

    @Test func aSuffixedUsernameIsInvalid() throws {
        let suffixed = try Username("leia").suffixed(for: .leia)
        #expect(suffixed == "leia~7ed78d9b64")
        #expect(throws: TimelineError.self) { try Username(suffixed) }
    }

    @Test(
        "A former name finds its user and the mentions, until another takes it",
        arguments: Storage.allCases
    )
    func renamed(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let (leia, han) = (try await world.signUp("leia"), try await world.signUp("han"))
        let old = try await world.post(by: han.user.id, "With @leia", seed: 1)
        let id = leia.user.id
        _ = try await leia.session.updateProfile(ProfileUpdate(username: Username("organa")))
        let new = try await world.post(by: han.user.id, "With @organa and @leia", seed: 2)
        #expect(try await world.guest.user(withUsername: "@Leia").id == id)
        #expect(try await world.guest.user(withUsername: "leia").username == "organa")
        #expect(try await world.guest.publicProfilePage(of: "leia").profile.user.id == id)
        let hits = try await world.guest.mentions(of: id).hits
        #expect(hits.map(\.post.id) == [new.id, old.id])
        let first = try await world.guest.mentions(of: id, limit: 1)
        #expect(first.hits.map(\.post.id) == [new.id])
        let second = try await world.guest.mentions(of: id, after: first.next, limit: 1)
        #expect(second.hits.map(\.post.id) == [old.id])
        let other = try await world.signUp("rey")
        _ = try await other.session.updateProfile(ProfileUpdate(username: Username("leia")))
        #expect(try await world.guest.user(withUsername: "leia").id == other.user.id)
        #expect(try await world.guest.mentions(of: id).hits.map(\.post.id) == [new.id])
        #expect(try await world.guest.mentions(of: other.user.id).hits.count == 2)
    }

    @Test func aUsernameInJSONIsValidated() throws {
        let decoder = JSONDecoder()
        #expect(try decoder.decode(Username.self, from: Data(#""Leia""#.utf8)).text == "leia")
        #expect(throws: (any Error).self) {
            try decoder.decode(Username.self, from: Data(#""le ia""#.utf8))
        }
    }
}
