import Testing
import TimelineArgon2
import TimelineCore
import TimelineTestSupport
import TimelineTesting

@Suite("Login times", .serialized)
struct LoginTimeTests {
    /// Checks that a login with an unknown email takes as long as one with a wrong password.
    ///
    /// The medians of 15 pairs are compared.
    @Test func unknownEmailTakesAsLongAsAWrongPassword() async throws {
        let clock = TestEnvironment()
        let owner = StoreOwner(
            repository: InMemoryRepository(),
            blobs: InMemoryBlobStore(),
            hasher: Argon2Hasher(parameters: .minimum, environment: clock.environment),
            environment: clock.environment
        )
        _ = try await owner.guest.signUp(TestWorld.form("leia"), label: "")
        // Other load on the machine may distort one comparison, but is unlikely to distort three in
        // a row.
        var ratios: [Double] = []
        while ratios.count < 3, !ratios.contains(where: (0.6...1.6).contains) {
            ratios.append(try await Self.ratio(of: "nobody", to: "leia", on: owner, clock: clock))
        }
        #expect(ratios.contains { (0.6...1.6).contains($0) }, "\(ratios)")
    }

    /// Returns the ratio of the median login times of two users with wrong passwords, measured
    /// alternately.
    private static func ratio(
        of name: String,
        to other: String,
        on owner: StoreOwner,
        clock: TestEnvironment
    ) async throws -> Double {
        var times: [String: [Duration]] = [:]
        for _ in 1...15 {
            for name in [other, name] {
                clock.advance(by: 3600)
                let time = await ContinuousClock()
                    .measure {
                        await #expect(throws: TimelineError.wrongPassword) {
                            try await owner.guest.logIn(
                                email: "\(name)@example.org",
                                password: Password("not the password"),
                                label: ""
                            )
                        }
                    }
                times[name, default: []].append(time)
            }
        }
        let first = try #require(times[name]?.sorted()[7])
        let second = try #require(times[other]?.sorted()[7])
        return first / second
    }

    @Test func loginRehashesWithNewParameters() async throws {
        let clock = TestEnvironment()
        let repository = InMemoryRepository()
        func owner(_ parameters: Argon2Parameters) -> StoreOwner {
            StoreOwner(
                repository: repository,
                blobs: InMemoryBlobStore(),
                hasher: Argon2Hasher(exactly: parameters, environment: clock.environment),
                environment: clock.environment
            )
        }
        let old = owner(Argon2Parameters(memory: 64, passes: 1, lanes: 1))
        let leia = try await old.guest.signUp(TestWorld.form("leia"), label: "").user
        let new = owner(Argon2Parameters(memory: 128, passes: 1, lanes: 1))
        let login = try await new.guest.logIn(
            email: "leia@example.org",
            password: TestWorld.password,
            label: ""
        )
        #expect(login.user == leia)
        let hash = try #require(repository.account(of: leia.id)?.passwordHash)
        #expect(hash.hasPrefix("$argon2id$v=19$m=128,t=1,p=1$"))
    }
}
