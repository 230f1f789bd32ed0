import Foundation
import Testing

@Suite("Exporting")
struct ExportCommandTests {
    @Test("An export that is not allowed leaves nothing behind")
    func loggedOut() async throws {
        let world = try CommandWorld()
        await world.signUp("leia")
        await world.run("post", world.path("sunset.jpg"))
        await world.run("logout")
        try FileManager.default.createDirectory(
            atPath: world.path("out"),
            withIntermediateDirectories: true
        )
        for command in ["site", "folder"] {
            let result = await world.run("export", command, world.path("out/\(command)"))
            #expect(result.status == 77, "\(result.text)")
        }
        let left = try FileManager.default.contentsOfDirectory(atPath: world.path("out"))
        #expect(left.isEmpty, "\(left)")
    }
}
