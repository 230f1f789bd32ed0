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

    @Test func aUsernameInJSONIsValidated() throws {
        let decoder = JSONDecoder()
        #expect(try decoder.decode(Username.self, from: Data(#""Leia""#.utf8)).text == "leia")
        #expect(throws: (any Error).self) {
            try decoder.decode(Username.self, from: Data(#""le ia""#.utf8))
        }
    }
}
