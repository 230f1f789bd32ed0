import Testing
import TimelineCore
import TimelineTestSupport
import TimelineTesting

@Suite("Session tokens")
struct SecretsTests {
    @Test func tokensAreUniqueAndStoredAsHashes() async throws {
        let world = try TestWorld(.inMemory)
        try await world.signUp("leia")
        var tokens: Set<Session.Token> = []
        for _ in 1...20 { tokens.insert(try await world.logIn("leia").token) }
        #expect(tokens.count == 20)
        for token in tokens {
            #expect(token.bytes.count == 32)
            #expect(Array(token.sessionID.bytes) == BlobID(of: token.bytes).bytes)
            #expect(try world.repository.session(token.sessionID) != nil)
        }
    }
}
