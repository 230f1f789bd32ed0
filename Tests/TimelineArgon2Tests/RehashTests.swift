import Testing
import TimelineArgon2
import TimelineCore
import TimelineTestSupport
import TimelineTesting

@Suite("Logins that renew hashes")
struct RehashTests {
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
