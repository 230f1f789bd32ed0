import Foundation
import Testing
import TimelineTestSupport

@Suite("Golden transcripts: archives")
struct GoldenArchiveTranscriptTests {
    @Test("Exports and their errors")
    func exporting() async throws {
        let world = try CommandWorld()
        await world.run("export", world.path("leia.zip"))
        await world.signUp("leia")
        await world.run("post", world.path("sunset.jpg"), "--caption", "Two #suns")
        await world.run("post", world.path("map.png"))
        await world.run("export", world.path("leia.zip"), "--format", "json")
        await world.run("export", world.path("leia.zip"))
        await world.run("export", world.path("nowhere/leia.zip"))
        await world.run(
            "export",
            world.path("all"),
            "--everything",
            "--with-originals",
            "--format",
            "json"
        )
        await world.run("export", "site", world.path("site"), "--format", "json")
        await world.run("export", "folder", world.path("photos"), "--format", "json")
        await world.run("export", "folder", world.path("photos"))
        await world.run("export", "firebase", world.path("posts.json"), "--format", "json")
        await world.run("import", "timeline", world.path("leia.zip"))
        await world.run(
            "import",
            "timeline",
            world.path("leia.zip"),
            "--store",
            world.path("other"),
            "--dry-run"
        )
        await world.run(
            "import",
            "timeline",
            world.path("leia.zip"),
            "--store",
            world.path("other")
        )
        try FileManager.default.removeItem(at: world.folder.appending(path: "all/manifest.json"))
        await world.run("import", "timeline", world.path("all"))
        await world.run("import", "timeline", world.path("sunset.jpg"))
        await world.run("logout")
        await world.run("export", world.path("again.zip"))
        // The size includes the style of the site.
        let transcript = world.transcript.replacing(/"bytes" : [0-9]+/, with: "\"bytes\" : …")
        try Golden.expect(transcript, named: "exporting")
    }

    @Test("Imports and their reports")
    func importing() async throws {
        let world = try CommandWorld()
        let archive = world.path("instagram")
        try ImportCommandTests.writeArchive(to: world.folder.appending(path: "instagram"))
        let photos = world.folder.appending(path: "photos")
        try FileManager.default.createDirectory(at: photos, withIntermediateDirectories: true)
        try SamplePhotos.jpeg.write(to: photos.appending(path: "IMG_20200102_030405.jpg"))
        try SamplePhotos.jpeg.write(to: photos.appending(path: "copy.jpg"))
        try Data("notes".utf8).write(to: photos.appending(path: "notes.txt"))
        for name in ["IMG_20200102_030405.jpg", "copy.jpg"] {
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSince1970: 1_577_934_245)],
                ofItemAtPath: photos.appending(path: name).path
            )
        }
        try Self.writeMastodon(to: world.folder.appending(path: "mastodon"))
        await world.run("import", "instagram", archive)
        await world.signUp("leia")
        await world.run("import", "instagram", archive, "--dry-run")
        await world.run("import", "instagram", archive)
        await world.run("import", "instagram", archive, "--format", "json")
        await world.run("import", "mastodon", world.path("mastodon"))
        await world.run("profile")
        await world.run("import", "folder", photos.path)
        await world.run("import", "folder", photos.path)
        await world.run("import", "folder", world.path("sunset.jpg"))
        await world.run("import", "mastodon", photos.path)
        await world.run("feed")
        await world.run("doctor")
        try Golden.expect(world.transcript, named: "importing")
    }

    private static func writeMastodon(to folder: URL) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try SamplePhotos.png.write(to: folder.appending(path: "avatar.png"))
        try SamplePhotos.webp.write(to: folder.appending(path: "a.webp"))
        let actor = #"""
            {"name": "Leia Organa", "summary": "<p>Running things.</p>", "icon": {"url": "avatar.png"}}
            """#
        let outbox = #"""
            {"orderedItems": [
              {"id": "https://x.example/1", "type": "Create", "published": "2022-11-05T12:00:00Z",
               "to": ["as:Public"],
               "object": {"content": "<p>Hello, #fediverse</p>", "attachment": [
                 {"url": "/a.webp", "name": "A grey field"}]}},
              {"id": "https://x.example/2", "type": "Announce"}]}
            """#
        try Data(actor.utf8).write(to: folder.appending(path: "actor.json"))
        try Data(outbox.utf8).write(to: folder.appending(path: "outbox.json"))
    }
}
