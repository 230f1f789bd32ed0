import Foundation
import Testing

@Suite("Posting, opening and deleting")
struct PostCommandTests {
    private static func post(in world: CommandWorld) async throws -> String {
        await world.signUp("leia")
        let text = await world.run("post", world.path("sunset.jpg"), "--format", "json").text
        return String(try #require(text.firstMatch(of: /"id" : "(-[^"]{19})"/)?.1))
    }

    @Test("Pictures need no option, and those with the option follow")
    func arguments() async throws {
        let world = try CommandWorld()
        await world.signUp("leia")
        let (sunset, map) = (world.path("sunset.jpg"), world.path("map.png"))
        let text = await world.run("post", map, sunset, "--image", map).text
        let formats = text.matches(of: /JPEG|PNG/).map { String($0.0) }
        #expect(formats == ["PNG", "JPEG", "PNG"])
        let many = await world.run(["post"] + Array(repeating: map, count: 11))
        #expect(many.status == 64 && many.text.contains("these are 11"))
        #expect(many.text.contains("timeline import folder"))
    }

    @Test("On a terminal, delete prompts and counts the likes and comments")
    func deleting() async throws {
        let world = try CommandWorld()
        let id = try await Self.post(in: world)
        await world.run("like", id)
        await world.run("comment", id, "I know.")
        let kept = await world.run(["delete", id], input: ["maybe", "", "n"], isInteractive: true)
        #expect(kept.status == 0)
        let words = kept.text.replacing("\n", with: " ")
        #expect(words.contains("with 1 picture, 1 comment and 1 like? It cannot be restored."))
        #expect(words.contains("Kept"))
        #expect(await world.run("show", id).status == 0)
        let deleted = await world.run(["delete", id], input: ["Yes"], isInteractive: true)
        #expect(deleted.text.contains("Deleted post"))
        #expect(await world.run("show", id).status != 0)
    }

    @Test("--yes deletes without asking")
    func yes() async throws {
        let world = try CommandWorld()
        let id = try await Self.post(in: world)
        #expect(await world.run(["delete", id, "--yes"], isInteractive: true).status == 0)
        #expect(await world.run("show", id).status != 0)
    }

    @Test("A viewer receives a copy of the picture")
    func opening() async throws {
        let world = try CommandWorld()
        let id = try await Self.post(in: world)
        let viewer = world.path("viewer")
        try Data("#!/bin/sh\ncp \"$1\" \"$0.seen\"\n".utf8).write(to: URL(filePath: viewer))
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: viewer)
        let opened = await world.run(["open", id], terminal: ["TIMELINE_OPEN": viewer])
        #expect(opened.status == 0 && opened.text.contains("Opened"))
        let seen = try Data(contentsOf: URL(filePath: viewer + ".seen"))
        #expect(seen.starts(with: [0xFF, 0xD8]))
        let missing = world.path("missing-viewer")
        let failed = await world.run(["open", id], terminal: ["TIMELINE_OPEN": missing])
        #expect(failed.status == 69 && failed.text.contains("timeline save"))
    }
}
