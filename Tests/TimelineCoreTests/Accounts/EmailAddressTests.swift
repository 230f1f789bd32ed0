import Testing
import TimelineCore

@Suite("Email addresses")
struct EmailAddressTests {
    @Test(arguments: [
        ("leia@example.org", "leia@example.org"), (" Leia@Example.ORG ", "leia@example.org"),
        ("l@localhost", "l@localhost"), ("a+b.c@x.y", "a+b.c@x.y"),
        ("zoë@bücher.de", "zoë@bücher.de"),
        ("zoe\u{308}@example.org", "zoë@example.org"),
        // This character is outside the Basic Multilingual Plane, where Foundation on Linux
        // composes incorrectly.
        ("\u{10041}\u{301}@example.org", "\u{10041}\u{301}@example.org"),
        ("J\u{30C}@example.org", "\u{1F0}@example.org"),
        (
            String(repeating: "a", count: 242) + "@example.org",
            String(repeating: "a", count: 242) + "@example.org"
        ),
    ])
    func accepted(typed: String, text: String) throws {
        #expect(try EmailAddress(typed).text == text)
        #expect(try EmailAddress(try EmailAddress(typed).text).text == text)
    }

    @Test(arguments: [
        "", "leia", "@example.org", "leia@", "leia@example", "leia@@example.org", "a@b@example.org",
        "le ia@example.org", "leia@exam ple.org", "leia@.org", "leia@example.", "leia@a..b",
        "leia\n@example.org", "leia@example.org\n", "le\u{0}ia@example.org",
        "le\u{200B}ia@example.org",
        "le\u{202E}ia@example.org", "le\u{A0}ia@example.org",
        String(repeating: "a", count: 243) + "@example.org",
    ])
    func rejected(typed: String) {
        #expect(throws: TimelineError.invalidEmail(typed)) { try EmailAddress(typed) }
    }

    @Test func theLocalPartEndsAtTheAtSign() throws {
        #expect(try EmailAddress("Leia.O@example.org").localPart == "leia.o")
    }
}
