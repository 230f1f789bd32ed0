import Testing
import TimelineCore
import TimelineTestSupport

@Suite("Valid passwords")
struct PasswordPolicyTests {
    private static func fault(of text: String) throws -> PasswordError? {
        let email = try EmailAddress("general.organa@example.org")
        do throws(TimelineError) {
            try PasswordPolicy.check(Password(text), username: "leia", email: email)
            return nil
        } catch .passwordRefused(let fault) {
            return fault
        }
    }

    @Test(
        arguments: [
            ("", PasswordError.tooShort(minimum: 8, advised: 15)),
            ("1234567", .tooShort(minimum: 8, advised: 15)),
            // Seven characters in NFC, entered as fourteen code points.
            (String(repeating: "e\u{301}", count: 7), .tooShort(minimum: 8, advised: 15)),
            (String(repeating: "ab", count: 64) + "c", .tooLong(maximum: 128)),
            ("password", .common),
            ("PassWord", .common), ("12345678", .common), ("iloveyou", .common),
            ("leialeia", .guessable), ("LEIALEIA", .guessable), ("leialeia123", .guessable),
            ("general.organa", .guessable), ("xgeneral.organa!", .guessable),
            ("General.Organa@example.org", .guessable), ("timeline1", .guessable),
            ("TimelineTimeline", .guessable),
        ] as [(String, PasswordError)]
    )
    func rejected(text: String, fault: PasswordError) throws {
        #expect(try Self.fault(of: text) == fault)
    }

    @Test(arguments: [
        "kx92mfq7", String(repeating: "ab", count: 64), "correct horse battery", "        ",
        String(repeating: "e\u{301}", count: 8), "пароль-пароль", "🐎🔋📎🐎🔋📎🐎🔋",
        "leia was here in spring", "a timeline of one's own", "\u{0}\u{1}abcdefgh",
    ])
    func accepted(text: String) throws {
        #expect(try Self.fault(of: text) == nil)
    }

    @Test func twoSpellingsAreOnePasswordInNFC() {
        #expect(Password("caf\u{E9}").bytes == Password("cafe\u{301}").bytes)
        #expect(Password("caf\u{E9}").bytes == [0x63, 0x61, 0x66, 0xC3, 0xA9])
        // NFKC is not used, so the ligature is preserved.
        #expect(Password("ﬁ").bytes != Password("fi").bytes)
    }

    @Test(arguments: ["Leia_Organa", "@leia_organa"])
    func theUsernameIsRejectedInAnySpelling(name: String) async throws {
        let world = try TestWorld(.inMemory)
        var form = TestWorld.form(name, password: Password("Leia_Organa1"))
        form.email = "somebody@example.org"
        await #expect(throws: TimelineError.passwordRefused(.guessable)) {
            try await world.guest.signUp(form, label: "")
        }
    }
}
