import Testing
import TimelineArgon2
import TimelineCore
import TimelineTestSupport

@Suite("An unknown e-mail costs the same time as a wrong password", .serialized)
struct LogInTimeTests {
    @Test func theMediansOfFifteenPairsAreClose() async throws {
        let clock = TestEnvironment()
        let engine = TimelineEngine(
            repository: InMemoryRepository(),
            blobs: InMemoryBlobStore(),
            hasher: Argon2Hasher(parameters: .minimum, environment: clock.environment),
            environment: clock.environment
        )
        _ = try await engine.signUp(TestWorld.form("leia"), label: "")
        var times: [String: [Duration]] = [:]
        for _ in 1...15 {
            for name in ["leia", "nobody"] {
                clock.advance(by: 3600)
                let time = await ContinuousClock()
                    .measure {
                        await #expect(throws: TimelineError.wrongPassword) {
                            try await engine.logIn(
                                email: "\(name)@example.org",
                                password: Password("not the password"),
                                label: ""
                            )
                        }
                    }
                times[name, default: []].append(time)
            }
        }
        let known = try #require(times["leia"]?.sorted()[7])
        let unknown = try #require(times["nobody"]?.sorted()[7])
        let ratio = unknown / known
        #expect((0.6...1.6).contains(ratio), "known \(known), unknown \(unknown)")
    }

    @Test func aLogInWithArgon2FromEndToEnd() async throws {
        let clock = TestEnvironment()
        let repository = InMemoryRepository()
        func engine(_ parameters: Argon2Parameters) -> TimelineEngine {
            TimelineEngine(
                repository: repository,
                blobs: InMemoryBlobStore(),
                hasher: Argon2Hasher(exactly: parameters, environment: clock.environment),
                environment: clock.environment
            )
        }
        let old = engine(Argon2Parameters(memory: 64, passes: 1, lanes: 1))
        let leia = try await old.signUp(TestWorld.form("leia"), label: "").user
        let new = engine(Argon2Parameters(memory: 128, passes: 1, lanes: 1))
        let logIn = try await new.logIn(
            email: "leia@example.org",
            password: TestWorld.password,
            label: ""
        )
        #expect(logIn.user == leia)
        let hash = try #require(repository.account(of: leia.id)?.passwordHash)
        #expect(hash.hasPrefix("$argon2id$v=19$m=128,t=1,p=1$"))
    }
}
