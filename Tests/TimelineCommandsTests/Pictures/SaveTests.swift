import Foundation
import Testing
import TimelineCore
import TimelineSQLite
import TimelineTestSupport
import TimelineTesting

@testable import TimelineCommands

@Suite("Saved pictures")
struct SaveTests {
    /// A picture with a place, a serial number and other metadata.
    ///
    /// See `TimelineMediaTests/Fixtures/make.py`.
    private static let secrets = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../TimelineMediaTests/Fixtures/secrets.jpg").standardizedFileURL

    /// Creates a world in which leia has shared ``secrets``, and returns the short ID of her post.
    private static func world() async throws -> (world: CommandWorld, post: String) {
        let world = try CommandWorld()
        await world.signUp("leia")
        let posted = await world.run("post", "--image", secrets.path)
        #expect(posted.text.contains("The picture contains the place where it was taken."))
        #expect(!posted.text.contains("⌖"))
        let name = posted.text.firstMatch(of: /(?m)^@.* (\S+)$/).map { String($0.1) }
        return (world, try #require(name))
    }

    private static func saved(_ world: CommandWorld, _ arguments: String...) async throws -> Data {
        let path = world.path("saved-\(UUID().uuidString).jpg")
        let result = await world.run(["save"] + arguments + ["-o", path])
        #expect(result.status == 0)
        return try Data(contentsOf: URL(filePath: path))
    }

    @Test("The owner receives the original; everyone else, and --stripped, only the pixels")
    func whoGetsWhat() async throws {
        let (world, post) = try await Self.world()
        let original = try Data(contentsOf: Self.secrets)
        #expect(original.range(of: Data("SECRET".utf8)) != nil)
        #expect(try await Self.saved(world, post) == original)
        let stripped = try await Self.saved(world, post, "--stripped")
        #expect(stripped.range(of: Data("SECRET".utf8)) == nil)
        await world.signUp("han")
        #expect(try await Self.saved(world, post) == stripped)
        await world.run("logout")
        #expect(try await Self.saved(world, post) == stripped)
    }

    @Test("If one of the files exists, it is reported, and nothing is saved")
    func existingFile() async throws {
        let world = try CommandWorld()
        await world.signUp("leia")
        let paths = [world.path("sunset.jpg"), world.path("map.png")]
        let posted = await world.run(["post", "--image"] + paths + ["--format", "json"])
        let id = try #require(posted.text.firstMatch(of: /"id" : "([^"]{20})"/)?.1)
        let second = world.folder.appending(path: "out-2.png")
        try Data("mine".utf8).write(to: second)
        let command = ["save", String(id), "-o", world.path("out.jpg")]
        let refused = await world.run(command)
        #expect(refused.status == 73 && refused.text.contains("out-2.png"), "\(refused.text)")
        #expect(try Data(contentsOf: second) == Data("mine".utf8))
        #expect(!FileManager.default.fileExists(atPath: world.path("out-1.jpg")))
        try FileManager.default.removeItem(at: second)
        #expect(await world.run(command).status == 0)
        #expect(await world.run(command).text.contains("out-1.jpg” already exists"))
    }

    @Test("A name without an extension is a folder, for one picture and for several")
    func folders() async throws {
        let world = try CommandWorld()
        await world.signUp("leia")
        let paths = [world.path("sunset.jpg"), world.path("map.png")]
        for count in 1...2 {
            let posted = await world.run(["post"] + paths.prefix(count) + ["--format", "json"])
            let id = try #require(posted.text.firstMatch(of: /"id" : "([^"]{20})"/)?.1)
            let album = world.path("new/album\(count)")
            #expect(await world.run("save", String(id), "-o", album).status == 0)
            let names = try FileManager.default.contentsOfDirectory(atPath: album)
            #expect(names.count == count && names.allSatisfy { $0.hasPrefix(id.suffix(8)) })
        }
        try Data().write(to: world.folder.appending(path: "file"))
        let post = await world.run("feed", "--limit", "1", columns: nil).text.prefix { $0 != "\n" }
        let refused = await world.run("save", String(post.suffix(8)), "-o", world.path("file"))
        let reason = "file” is a file, not a folder"
        #expect(refused.status == 66 && refused.text.contains(reason), "\(refused.text)")
    }

    @Test("All pictures of a user are saved by date, and an interrupted export continues")
    func all() async throws {
        let (world, _) = try await Self.world()
        let (sunset, map) = (world.path("sunset.jpg"), world.path("map.png"))
        await world.run("post", "--image", sunset, map)
        let album = world.folder.appending(path: "album")
        let command = ["save", "--all", "leia", "-o", album.path]
        #expect(await world.run(command).text == "Saved 3 pictures of @leia.\n")
        let names = try FileManager.default.contentsOfDirectory(atPath: album.path).sorted()
        #expect(names.count == 3)
        #expect(names.allSatisfy { $0.wholeMatch(of: /2026-\d\d-\d\d_\d\d-\d\d-\d\d_.*/) != nil })
        #expect(names.filter { $0.hasSuffix("-1.jpg") || $0.hasSuffix("-2.png") }.count == 2)
        let first = album.appending(path: names[0])
        #expect(try Data(contentsOf: first) == Data(contentsOf: Self.secrets))
        // The incomplete file of a killed run is not treated as an existing file.
        try FileManager.default.removeItem(at: first)
        try Data("half".utf8).write(to: album.appending(path: ".\(names[0]).part"))
        #expect(
            await world.run(command).text
                == "Saved 1 picture of @leia; 2 pictures already existed.\n"
        )
        #expect(try Data(contentsOf: first) == Data(contentsOf: Self.secrets))
        #expect(try FileManager.default.contentsOfDirectory(atPath: album.path).count == 3)
        #expect(
            await world.run(command + ["--stripped"]).text == "Saved 3 pictures of @leia.\n"
        )
        let stripped = album.appending(path: names[0].replacing(".jpg", with: ".stripped.jpg"))
        #expect(try Data(contentsOf: stripped).range(of: Data("SECRET".utf8)) == nil)
        await world.signUp("han")
        let others = world.folder.appending(path: "others")
        await world.run("save", "--all", "@leia", "-o", others.path)
        let taken = try Data(contentsOf: others.appending(path: names[0]))
        #expect(taken.range(of: Data("SECRET".utf8)) == nil)
    }

    @Test("A picture that cannot be stripped is rejected")
    func rejected() async throws {
        let (world, _) = try await Self.world()
        let cut = world.folder.appending(path: "cut.gif")
        try SamplePhotos.gif.dropLast(2).write(to: cut)
        let result = await world.run("post", "--image", world.path("map.png"), cut.path)
        #expect(result.status == 65 && result.text.contains("cut.gif is cut short."))
        let avatar = await world.run("profile", "edit", "--avatar", cut.path)
        #expect(avatar.status == 65)
    }

    @Test("Missing or damaged pictures do not prevent saving the others")
    func lost() async throws {
        let (world, _) = try await Self.world()
        let (sunset, map) = (world.path("sunset.jpg"), world.path("map.png"))
        await world.run("post", "--image", sunset, map)
        let blobs = try FolderBlobStore(
            folder: StoreFolder(option: nil, variables: ["HOME": world.folder.path]).blobs
        )
        try FileManager.default.removeItem(at: blobs.path(for: BlobID(of: SamplePhotos.jpeg)))
        try Data("damage".utf8).write(to: blobs.path(for: BlobID(of: SamplePhotos.png)))
        let command = ["save", "--all", "leia", "-o", world.path("album")]
        let result = await world.run(command)
        #expect(result.status == 74 && result.text.hasPrefix("Saved 1 picture of @leia.\n"))
        #expect(result.text.contains("its file is missing"))
        #expect(result.text.contains("its bytes have changed"))
        let json = await world.run(command + ["--format", "json"])
        #expect(json.status == 74)
        #expect(json.text.matches(of: /"code" : "storage-failed"/).count == 2)
    }

    @Test("Symbolic links to pictures and archives are followed")
    func links() async throws {
        let (world, _) = try await Self.world()
        let archive = world.folder.appending(path: "export/archive.json")
        let images = archive.deletingLastPathComponent().appending(path: "images")
        try FileManager.default.createDirectory(at: images, withIntermediateDirectories: true)
        let json = """
            {"users": {"a": {"username": "greedo"}},
             "posts": {"-K25Fj8p2ArUMz3awt3T": {"username": "greedo", "image": "b"}}}
            """
        try Data(json.utf8).write(to: archive)
        try SamplePhotos.png.write(to: images.appending(path: "b.png"))
        for (link, target) in [
            ("a", archive.path), ("b", world.path("map.png")), ("c", "b"), ("d", "e"),
        ] {
            try FileManager.default.createSymbolicLink(
                atPath: world.path(link),
                withDestinationPath: target
            )
        }
        let posted = await world.run("post", "--image", world.path("b"), world.path("c"))
        #expect(posted.status == 0)
        let avatar = await world.run("profile", "edit", "--avatar", world.path("c"))
        #expect(avatar.status == 0)
        let loaded = await world.run("seed", "load", world.path("a"), "-y", "--format", "json")
        #expect(loaded.status == 0)
        #expect(await world.run("profile", "greedo").text.contains("1 post"))
        #expect(await world.run("post", "--image", world.path("d")).status == 66)
        let folder = await world.run("post", "--image", images.path)
        #expect(folder.status == 66)
    }

    @Test("The position is read from the picture only on request")
    func place() async throws {
        let (world, _) = try await Self.world()
        let path = Self.secrets.path
        let exact = await world.run("post", "--image", path, "--place-from-photo")
        #expect(exact.text.contains("⌖ -33.9"))
        #expect(!exact.text.contains("contains the place"))
        let fuzzed = await world.run("post", "--image", path, "--place-from-photo", "--fuzz")
        #expect(fuzzed.text.contains("⌖ -33.93, 18.42\n"))
        let none = await world.run("post", "--image", world.path("map.png"), "--place-from-photo")
        #expect(none.status == 64)
        let both = await world.run("post", "--image", path, "--place-from-photo", "--at", "1,1")
        #expect(both.status == 64)
    }
}
