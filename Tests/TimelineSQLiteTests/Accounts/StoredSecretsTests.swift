import Foundation
import Testing
import TimelineCore
import TimelineTestSupport

@Suite("The store's files contain no secret")
struct StoredSecretsTests {
    @Test func neitherTokensNorPasswordsAreInTheFiles() async throws {
        let world = try TestWorld(.sqliteFile)
        let folder = try #require(world.folder)
        let signUp = try await world.signUp("leia")
        let logIn = try await world.logIn("leia")
        // This login fails and is stored as a failed login.
        _ = try? await world.logIn("leia", Password("a wrong try at it"))
        try await world.session(signUp.user.id)
            .changePassword(
                from: TestWorld.password,
                to: Password("another horse entirely")
            )
        let files = try FileManager.default
            .contentsOfDirectory(
                at: folder,
                includingPropertiesForKeys: nil
            )
            .filter { $0.lastPathComponent.hasPrefix("timeline.sqlite") }
        let contents = try files.map { try Data(contentsOf: $0) }
        // This finds the email, which shows that the search works.
        #expect(contents.contains { $0.range(of: Data("leia@example.org".utf8)) != nil })
        let secrets =
            [signUp.token, logIn.token].flatMap { [$0.bytes, Data($0.text.utf8)] }
            + ["correct horse", "another horse", "a wrong try"].map { Data($0.utf8) }
        for secret in secrets {
            #expect(contents.allSatisfy { $0.range(of: secret) == nil })
        }
    }
}
