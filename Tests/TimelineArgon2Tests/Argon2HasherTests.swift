import Testing
import TimelineCore
import TimelineTestSupport
import TimelineTesting

@testable import TimelineArgon2

@Suite("Password hashing")
struct Argon2HasherTests {
    /// Parameters below the required minimum, so that the tests are fast.
    private static let cheap = Argon2Parameters(memory: 64, passes: 2, lanes: 1)
    private static let password = Password("correct horse battery")

    private static func hasher(_ parameters: Argon2Parameters = cheap) -> Argon2Hasher {
        Argon2Hasher(exactly: parameters, environment: TestEnvironment().environment)
    }

    @Test func onlyTheRightPasswordMatches() throws {
        let hasher = Self.hasher()
        let hash = try hasher.hash(Self.password)
        #expect(try hasher.verify(Self.password, against: hash))
        for wrong in ["correct horse batterx", "correct horse batter", "", "Correct horse battery"]
        {
            #expect(try !hasher.verify(Password(wrong), against: hash))
        }
    }

    @Test func hashesAreSaltedAndDoNotContainThePassword() throws {
        let hasher = Self.hasher()
        let hashes = try (1...8).map { _ in try hasher.hash(Self.password) }
        #expect(Set(hashes).count == 8)
        #expect(hashes.allSatisfy { $0.hasPrefix("$argon2id$v=19$m=64,t=2,p=1$") })
        #expect(hashes.allSatisfy { !$0.contains("horse") })
        #expect(try hashes.allSatisfy { try hasher.verify(Self.password, against: $0) })
    }

    @Test func hashWithOtherParametersStillMatches() throws {
        let other = Self.hasher(Argon2Parameters(memory: 128, passes: 1, lanes: 2))
        let hash = try Self.hasher().hash(Self.password)
        #expect(try other.verify(Self.password, against: hash))
    }

    @Test(arguments: [
        "", "nonsense",
        "$argon2id$v=19$m=4294967295,t=3,p=1$AQEBAQEBAQEBAQEBAQEBAQ$AgICAgICAgICAgICAgICAg",
        "$argon2id$v=19$m=64,t=4294967295,p=1$AQEBAQEBAQEBAQEBAQEBAQ$AgICAgICAgICAgICAgICAg",
        "$argon2i$v=19$m=64,t=2,p=1$AQEBAQEBAQEBAQEBAQEBAQ$AgICAgICAgICAgICAgICAg",
    ])
    func hostileHashNeverMatches(hash: String) throws {
        #expect(try !Self.hasher().verify(Self.password, against: hash))
        #expect(Self.hasher().needsRehash(hash))
    }

    @Test func parametersAreRaisedToTheMinimum() {
        #expect(Argon2Hasher(parameters: Self.cheap).parameters == .minimum)
        let some = Argon2Parameters(memory: 1 << 16, passes: 1, lanes: 4)
        let raised = Argon2Parameters(memory: 1 << 16, passes: 2, lanes: 4)
        #expect(Argon2Hasher(parameters: some).parameters == raised)
        #expect(Argon2Hasher().parameters == .recommended)
        #expect(Argon2Parameters.minimum == Argon2Parameters(memory: 19456, passes: 2, lanes: 1))
        #expect(
            Argon2Parameters.recommended == Argon2Parameters(memory: 65536, passes: 3, lanes: 4)
        )
    }

    @Test(arguments: [
        (Argon2Parameters(memory: 64, passes: 2, lanes: 1), false),
        (Argon2Parameters(memory: 32, passes: 1, lanes: 1), false),
        (Argon2Parameters(memory: 65, passes: 2, lanes: 1), true),
        (Argon2Parameters(memory: 64, passes: 3, lanes: 1), true),
        (Argon2Parameters(memory: 32, passes: 1, lanes: 2), true),
    ])
    func weakerHashNeedsRehash(current: Argon2Parameters, isNeeded: Bool) throws {
        let hash = try Self.hasher().hash(Self.password)
        #expect(Self.hasher(current).needsRehash(hash) == isNeeded)
    }

    @Test func composedAndDecomposedPasswordsAreEqual() throws {
        let hash = try Self.hasher().hash(Password("caf\u{E9} au lait"))
        #expect(try Self.hasher().verify(Password("cafe\u{301} au lait"), against: hash))
    }
}
