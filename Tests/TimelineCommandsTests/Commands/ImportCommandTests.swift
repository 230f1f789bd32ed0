import Foundation
import Testing
import TimelineCore
import TimelineTestSupport

@testable import TimelineCommands

@Suite("Importing posts")
struct ImportCommandTests {
    /// Writes a folder that resembles an Instagram archive.
    static func writeArchive(to folder: URL) throws {
        let media = folder.appending(path: "media")
        try FileManager.default.createDirectory(at: media, withIntermediateDirectories: true)
        try SamplePhotos.jpeg.write(to: media.appending(path: "a.jpg"))
        try SamplePhotos.png.write(to: media.appending(path: "b"))
        try Data("damaged".utf8).write(to: media.appending(path: "c.jpg"))
        let video = Data([0, 0, 0, 0x18]) + Data("ftypisom".utf8) + Data(count: 12)
        try video.write(to: media.appending(path: "d.mp4"))
        try Data(
            #"""
            [{"media": [{"uri": "media/a.jpg", "creation_timestamp": 1600000000,
                         "title": "Caf\u00c3\u00a9"}]},
             {"media": [{"uri": "media/b"}, {"uri": "media/d.mp4"}], "title": "Two\u001b[31m",
              "creation_timestamp": 1600000001},
             {"media": {"uri": "media/c.jpg", "title": null}, "creation_timestamp": 1600000002}]
            """#
            .utf8
        )
        .write(to: folder.appending(path: "posts_1.json"))
        try Data(#"[{"string_list_data": [{"value": "han"}]}]"#.utf8)
            .write(to: folder.appending(path: "followers_1.json"))
        try Data(#"{"ig_stories": [{"uri": "media/a.jpg"}]}"#.utf8)
            .write(to: folder.appending(path: "stories.json"))
    }

    @Test("The report lists every entry that was not imported, and a second run imports nothing")
    func report() async throws {
        let world = try CommandWorld()
        await world.signUp("leia")
        let archive = world.folder.appending(path: "archive")
        try Self.writeArchive(to: archive)
        let dry = await world.run("import", "instagram", archive.path, "--dry-run", columns: 80)
        #expect(dry.status == 65)
        #expect(dry.text.hasPrefix("Would import 2 posts with 2 pictures.\n"), "\(dry.text)")
        let first = await world.run(
            "import",
            "instagram",
            archive.path,
            "--report",
            world.path("report"),
            "--people",
            world.path("people"),
            columns: 100
        )
        #expect(first.status == 65)
        #expect(
            first.text == """
                Imported 2 posts with 2 pictures.
                Not supported: 1 post, 2 pictures or videos, among them 1 video.
                Rejected: 1 post, 1 picture or video, 0 files.
                Not imported:
                  media/c.jpg 2/media/0: The file is neither a picture nor a video.
                  posts_1.json 2: None of the post's pictures can be imported.
                  media/d.mp4 1/media/1: Videos are not supported.
                  stories.json ig_stories/0: Stories are not supported.
                Imported with a change:
                  posts_1.json 0: The text was garbled and has been repaired; it was: CafÃ©
                  posts_1.json 1: Control characters in a text were removed.

                """,
            "\(first.text)"
        )
        let people = try String(contentsOfFile: world.path("people"), encoding: .utf8)
        #expect(people == "han\n")
        let lines = try String(contentsOfFile: world.path("report"), encoding: .utf8)
            .split(separator: "\n")
        #expect(lines.count == 8)
        #expect(lines.last?.hasPrefix(#"{"summary":{"#) == true)
        let feed = await world.run("feed")
        #expect(feed.text.contains("Café") && !feed.text.contains("\u{1B}"), "\(feed.text)")
        let second = await world.run("import", "instagram", archive.path)
        #expect(
            second.text.hasPrefix("There is nothing new to import.\nAlready present: 2 posts")
        )
        let again = await world.run(
            "import",
            "instagram",
            archive.path,
            "--report",
            world.path("report")
        )
        #expect(again.status == 73)
    }

    @Test("A file for the people that cannot be created is reported before anything is imported")
    func fileForPeople() async throws {
        let world = try CommandWorld()
        await world.signUp("leia")
        let archive = world.folder.appending(path: "archive")
        try Self.writeArchive(to: archive)
        let words = ["import", "instagram", archive.path, "--people"]
        #expect(await world.run(words + [world.path("sunset.jpg")]).status == 73)
        #expect(await world.run(words + [world.path("nowhere/people")]).status == 66)
        // The report would already exist when the people are written.
        let same = words + [world.path("people"), "--report", world.path("./people")]
        #expect(await world.run(same).status == 64)
        let first = await world.run(words + [world.path("people")])
        #expect(first.text.hasPrefix("Imported 2 posts"), "\(first.text)")
    }

    @Test("If the file for the people cannot be written, the summary is shown nevertheless")
    func unwritablePeople() async throws {
        let world = try CommandWorld()
        await world.signUp("leia")
        let archive = world.folder.appending(path: "archive")
        try Self.writeArchive(to: archive)
        // Nobody can create files in this folder, not even root.
        let words = ["import", "instagram", archive.path, "--people", "/dev/fd/people"]
        let imported = await world.run(words, columns: 100)
        #expect(imported.text.hasPrefix("Imported 2 posts with 2 pictures.\n"), "\(imported.text)")
        // Not the status of rejected entries.
        #expect(![0, 65].contains(imported.status), "\(imported.text)")
    }

    @Test("The report of a Timeline archive ends with a summary, and never replaces a file")
    func reportOfATimelineArchive() async throws {
        let world = try CommandWorld()
        await world.signUp("leia")
        await world.run("post", world.path("sunset.jpg"), "--caption", "Two suns")
        await world.run("export", world.path("leia.zip"))
        let report = world.path("report")
        let words = ["import", "timeline", world.path("leia.zip"), "--store", world.path("other")]
        try Data("mine".utf8).write(to: URL(filePath: report))
        let refused = await world.run(words + ["--report", report])
        #expect(refused.status == 73)
        #expect(try String(contentsOfFile: report, encoding: .utf8) == "mine")
        try FileManager.default.removeItem(atPath: report)
        let dry = await world.run(words + ["--dry-run"])
        #expect(dry.status == 0 && !dry.text.contains(" 0 imported"), "\(dry.text)")
        #expect(!FileManager.default.fileExists(atPath: world.path("other")))
        let imported = await world.run(words + ["--report", report])
        #expect(imported.status == 0)
        #expect(!imported.text.contains(" 0 imported"), "\(imported.text)")
        let lines = try String(contentsOfFile: report, encoding: .utf8).split(separator: "\n")
        #expect(lines.count == 1)
        #expect(lines.first?.hasPrefix(#"{"summary":{"#) == true)
    }

    @Test("Pictures that an export left out are reported by each import")
    func incompleteTimelineArchive() async throws {
        let world = try CommandWorld()
        await world.signUp("leia")
        await world.run("post", world.path("sunset.jpg"), "--caption", "Two suns")
        await world.run("post", world.path("map.png"))
        let blobs = try FolderBlobStore(
            folder: StoreFolder(option: nil, variables: ["HOME": world.folder.path]).blobs
        )
        let lost = BlobID(of: SamplePhotos.jpeg)
        try Data("damage".utf8).write(to: blobs.path(for: lost))
        #expect(await world.run("export", world.path("leia.zip")).status == 74)
        let words = ["import", "timeline", world.path("leia.zip"), "--store", world.path("other")]
        for (number, outcome) in ["1 imported, 0", "0 imported, 1"].enumerated() {
            let report = world.path("report-\(number)")
            let imported = await world.run(words + ["--report", report], columns: 200)
            #expect(imported.status == 0, "\(imported.text)")
            let media = "2 pictures: \(outcome) already present, 1 not supported, 0 rejected."
            #expect(imported.text.contains(media), "\(imported.text)")
            #expect(imported.text.contains("left out the picture"), "\(imported.text)")
            #expect(imported.text.contains("\(lost)."), "\(imported.text)")
            let lines = try String(contentsOfFile: report, encoding: .utf8).split(separator: "\n")
            #expect(lines.count == 2)
            #expect(lines.first?.contains("\(lost)") == true)
            #expect(lines.last?.hasPrefix(#"{"summary":{"#) == true)
        }
        let feed = await world.run("feed", "--everyone", "--store", world.path("other"))
        #expect(feed.text.contains("Two suns"), "\(feed.text)")
    }

    @Test("A dry run or an existing report leaves no empty store behind")
    func firebaseWithoutStore() async throws {
        let world = try CommandWorld()
        let picture = SamplePhotos.jpeg.base64EncodedString()
        let json = #"""
            {"users": {"u": {"username": "chewie"}}, "images": {"a": "\#(picture)"},
             "posts": {"-K25Fj8p2ArUMz3awt3T": {"username": "chewie", "image": "a", "likes":
                       [{"username": "chewie"}, {"username": "chewie"}]}}}
            """#
        try Data(json.utf8).write(to: world.folder.appending(path: "world.json"))
        let store = world.path("other")
        let words = ["import", "firebase", world.path("world.json"), "--store", store]
        let dry = await world.run(words + ["--dry-run"], columns: 100)
        let counts = "1 user, 1 post with 1 picture, 0 comments, 1 like, 0 follows.\n"
        #expect(dry.text.hasSuffix("\nWould merge 1 duplicate like.\n"), "\(dry.text)")
        #expect(dry.status == 0 && dry.text.hasPrefix("Would load " + counts), "\(dry.text)")
        #expect(!FileManager.default.fileExists(atPath: store))
        let refused = await world.run(words + ["--report", world.path("world.json")])
        #expect(refused.status == 73)
        #expect(!FileManager.default.fileExists(atPath: store))
        let loaded = await world.run(words, columns: 100)
        #expect(loaded.status == 0 && loaded.text.hasPrefix("Loaded " + counts))
        #expect(loaded.text.contains("\nMerged 1 duplicate like.\n"), "\(loaded.text)")
    }

    @Test("An import in the Firebase layout has a dry run and a report, like the others")
    func reportOfFirebase() async throws {
        let world = try CommandWorld()
        let picture = SamplePhotos.jpeg.base64EncodedString()
        let json = #"""
            {"users": {"u": {"username": "chewie"}}, "images": {"a": "\#(picture)"},
             "posts": {"-K25Fj8p2ArUMz3awt3T": {"username": "chewie", "image": "a"},
                       "-K25Fj8qrMAtxXG3QCSn": {"username": "chewie", "image": "b"}}}
            """#
        try Data(json.utf8).write(to: world.folder.appending(path: "world.json"))
        await world.signUp("leia")
        let words = ["import", "firebase", world.path("world.json")]
        let dry = await world.run(words + ["--dry-run"], columns: 100)
        let counts = "1 user, 1 post with 1 picture, 0 comments, 0 likes, 0 follows.\n"
        #expect(dry.status == 65 && dry.text.hasPrefix("Would load " + counts), "\(dry.text)")
        #expect(await world.run("users").text.contains("chewie") == false)
        let report = world.path("report")
        let first = await world.run(words + ["--report", report], columns: 100)
        #expect(first.status == 65 && first.text.hasPrefix("Loaded " + counts), "\(first.text)")
        let lines = try String(contentsOfFile: report, encoding: .utf8).split(separator: "\n")
        #expect(lines.count == 2)
        #expect(lines.first?.contains("posts/-K25Fj8qrMAtxXG3QCSn") == true)
        #expect(lines.last?.hasPrefix(#"{"summary":{"#) == true)
        let second = await world.run(words, columns: 100)
        #expect(second.text.contains("Already present: " + counts), "\(second.text)")
        let piped = await world.run(words, columns: nil)
        #expect(piped.text.hasPrefix("posts/-K25Fj8qrMAtxXG3QCSn: "), "\(piped.text)")
        #expect(piped.text.contains("\nRejected 1 entry.\n"), "\(piped.text)")
        #expect(await world.run(words + ["--report", report]).status == 73)
    }

    @Test("In a pipe, all findings are listed, and no path is broken")
    func findingsInAPipe() async throws {
        let world = try CommandWorld()
        await world.signUp("leia")
        let photos = world.folder.appending(path: "photos")
        try FileManager.default.createDirectory(at: photos, withIntermediateDirectories: true)
        let good = photos.appending(path: "good.jpg")
        try SamplePhotos.jpeg.write(to: good)
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: 1_577_934_245)],
            ofItemAtPath: good.path
        )
        let names = (10..<35).map { "damaged-\($0)-" + String(repeating: "x", count: 120) + ".jpg" }
        for name in names { try Data("damaged".utf8).write(to: photos.appending(path: name)) }
        let piped = await world.run("import", "folder", photos.path, columns: nil)
        #expect(piped.status == 65)
        let lines = piped.text.split(separator: "\n")
        for name in names {
            #expect(lines.contains { $0.hasPrefix("\(name): ") && $0.hasSuffix(".") }, "\(name)")
        }
        let summary = "Rejected: 25 posts, 25 pictures or videos, 0 files."
        #expect(lines.last ?? "" == summary && !piped.text.contains("…"), "\(piped.text)")
        let shown = await world.run("import", "folder", photos.path, columns: 100)
        #expect(shown.text.contains("… and 5 more; --report FILE lists all."), "\(shown.text)")
    }

    @Test("Errors that concern the whole import")
    func errors() async throws {
        let world = try CommandWorld()
        #expect(await world.run("import", "instagram", world.path("missing")).status == 66)
        await world.signUp("leia")
        let file = await world.run("import", "folder", world.path("sunset.jpg"))
        #expect(file.status == 66 && file.text.contains("`timeline post FILE`"), "\(file.text)")
        #expect(await world.run("import", "mastodon", world.path("sunset.jpg")).status == 65)
        await world.run("logout")
        #expect(await world.run("import", "folder", world.folder.path).status == 77)
    }

    @Test("A user with keys elsewhere cannot be claimed, before any question is asked")
    func claimElsewhere() async throws {
        let machines = try await SyncWorlds("leia", "han")
        try await machines.follow(0, 1)
        await machines.run(1, "sync", "$STICK", "--shared")
        await machines.run(0, "sync", "$STICK", "--shared")
        for words in [["claim", "han"], ["signup", "--claim", "han"]] {
            let result = await machines.worlds[0].run(words, isInteractive: true)
            #expect(result.status == 77, "\(result.text)")
            #expect(result.text.contains("`timeline pair --to FILE`"), "\(result.text)")
        }
    }

    @Test("The owner creates an account for an imported user")
    func claim() async throws {
        let world = try CommandWorld()
        let json = #"{"users": {"u": {"username": "chewie"}}}"#
        try Data(json.utf8).write(to: world.folder.appending(path: "world.json"))
        #expect(await world.run("import", "firebase", world.path("world.json")).status == 0)
        await world.signUp("leia")
        let answer = await world.run(
            "claim",
            "chewie",
            "--email",
            "chewie@example.org",
            "--password-stdin",
            input: ["a long walk in the forest"]
        )
        #expect(answer.text == "@chewie has an account now and can log in.\n")
        #expect(await world.run("whoami").text.contains("@leia"))
        #expect(await world.run("claim", "chewie", "--email", "c@example.org").status == 73)
        let login = await world.run(
            "login",
            "--email",
            "chewie@example.org",
            "--password-stdin",
            input: ["a long walk in the forest"]
        )
        #expect(login.status == 0)
        // The account has keys. The ID alone does not show it, because IDs of imported users look
        // like those of users with keys.
        let invitation = await world.run("invite")
        #expect(invitation.status == 0, "\(invitation.text)")
    }

    @Test("The same archive on two devices of one user becomes one set of posts")
    func twoDevices() async throws {
        let (old, new) = (try CommandWorld(), try CommandWorld(seed: 2))
        await old.signUp("leia")
        let password = CommandWorld.password
        let archive = old.folder.appending(path: "archive")
        try Self.writeArchive(to: archive)
        let answer = await old.run(
            "pair",
            "--to",
            old.path("pair"),
            "--name",
            "laptop",
            "--password-stdin",
            input: [password]
        )
        let code = try #require(
            answer.text.split(separator: "\n").first { $0.contains("code") }?
                .split(separator: " ").last
        )
        for _ in 0..<5 { new.wait(60) }
        let paired = await new.run(
            "pair",
            "--from",
            old.path("pair"),
            "--password-stdin",
            input: [String(code), password]
        )
        #expect(paired.status == 0, "\(paired.text)")
        for world in [old, new] { await world.run("import", "instagram", archive.path) }
        for _ in 0..<2 {
            for world in [old, new] {
                let synced = await world.run("sync", old.path("own"), "--own")
                #expect(synced.status == 0, "\(synced.text)")
            }
        }
        let feeds = [
            await old.run("feed", "--format", "json").text,
            await new.run("feed", "--format", "json").text,
        ]
        #expect(feeds[0] == feeds[1])
        #expect(feeds[0].components(separatedBy: #""caption""#).count == 3, "\(feeds[0])")
        for world in [old, new] {
            #expect(await world.run("doctor").text == "All is well.\n")
        }
    }
}
