import Foundation
import Testing
import TimelineCore
import TimelineSQLite
import TimelineTestSupport

@testable import TimelineCommands

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

    @Test("An empty folder is filled, not replaced, and a site is for everybody")
    func intoAnEmptyFolder() async throws {
        let world = try CommandWorld()
        await world.signUp("leia")
        await world.run("post", world.path("sunset.jpg"))
        for (command, mode) in [(["site"], 0o777), (["folder"], 0o700), ([], 0o700)] {
            let folder = world.folder.appending(path: "into-\(command.first ?? "archive")")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let before = try FileManager.default.attributesOfItem(atPath: folder.path)
            let result = await world.run(["export"] + command + [folder.path + "/."])
            #expect(result.status == 0, "\(result.text)")
            let after = try FileManager.default.attributesOfItem(atPath: folder.path)
            #expect(after[.systemFileNumber] as? Int == before[.systemFileNumber] as? Int)
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            #expect(!names.isEmpty && !names.contains { $0.hasPrefix(".") }, "\(names)")
            let inner = try #require(
                names.map { folder.appending(path: $0).path }
                    .first { FileManager.default.fileExists(atPath: $0 + "/.") }
            )
            let attributes = try FileManager.default.attributesOfItem(atPath: inner)
            #expect(attributes[.posixPermissions] as? Int == mode & ~Self.mask)
        }
        let site = world.path("site")
        #expect(await world.run("export", "site", site).status == 0)
        let attributes = try FileManager.default.attributesOfItem(atPath: site)
        #expect(attributes[.posixPermissions] as? Int == 0o777 & ~Self.mask)
    }

    @Test("Pictures that are missing or damaged are counted, and the rest is exported")
    func lostPictures() async throws {
        let world = try CommandWorld()
        await world.signUp("leia")
        for picture in ["sunset.jpg", "map.png", "sunset.webp"] {
            let path = world.path(picture)
            if picture == "sunset.webp" { try SamplePhotos.webp.write(to: URL(filePath: path)) }
            await world.run("post", path)
        }
        let blobs = try FolderBlobStore(
            folder: StoreFolder(option: nil, variables: ["HOME": world.folder.path]).blobs
        )
        try FileManager.default.removeItem(at: blobs.path(for: BlobID(of: SamplePhotos.jpeg)))
        try Data("damage".utf8).write(to: blobs.path(for: BlobID(of: SamplePhotos.png)))
        for (command, summary) in [
            ("archive", "Exported 3 posts and 2 other changes, with 1 picture and 0 previews"),
            ("folder", "Exported 3 posts with 1 photo"),
            ("firebase", "Exported 1 post with 1 photo"),
            ("site", "Exported 3 posts on"),
        ] {
            let target = world.path("out-\(command)")
            let result = await world.run("export", command, target, columns: 200)
            #expect(result.status == 74, "\(result.text)")
            #expect(result.text.hasPrefix(summary), "\(result.text)")
            let text = result.text.replacing(/\s+/, with: " ")
            #expect(text.contains("2 pictures missing from the store or damaged"), "\(text)")
            #expect(FileManager.default.fileExists(atPath: target))
            let json = await world.run("export", command, target + "-2", "--format", "json")
            #expect(json.status == 74 && json.text.contains("\"lostPhotos\" : 2"))
        }
    }

    @Test("An archive may lack pictures that the device does not store")
    func awaitedPictures() async throws {
        let world = try CommandWorld()
        await world.signUp("leia")
        await world.run("post", world.path("sunset.jpg"))
        let folder = try StoreFolder(option: nil, variables: ["HOME": world.folder.path])
        let blob = BlobID(of: SamplePhotos.jpeg)
        let blobs = try FolderBlobStore(folder: folder.blobs)
        try FileManager.default.removeItem(at: blobs.path(for: blob))
        try SQLiteRepository(file: folder.database)
            .writeAccounts { try $0.setTime(1, of: .refused, on: blob) }
        for (command, status) in [("archive", 0), ("folder", 65)] as [(String, Int32)] {
            let result = await world.run("export", command, world.path("out-\(command)"))
            #expect(result.status == status, "\(result.text)")
            #expect(result.text.contains("Left out 1 picture"), "\(result.text)")
        }
    }

    /// The bits that the system removes from the permissions of new files.
    private static let mask: Int = {
        let mask = umask(0)
        umask(mask)
        return Int(mask)
    }()

    @Test("An archive with the account restores everything on another computer")
    func withAccount() async throws {
        let (old, new) = (try CommandWorld(), try CommandWorld(seed: 2))
        await old.signUp("leia")
        await old.run("post", old.path("sunset.jpg"), "--caption", "Two #suns")
        let password = CommandWorld.password
        let archive = old.path("archive")
        let exported = await old.run(
            "export",
            archive,
            "--with-account",
            "--password-stdin",
            input: [password]
        )
        #expect(exported.status == 0, "\(exported.text)")
        for _ in 0..<5 { new.wait(60) }
        let identity = await new.run(
            "identity",
            "import",
            archive,
            "--password-stdin",
            input: [password]
        )
        #expect(identity.status == 0, "\(identity.text)")
        #expect(identity.text.contains("timeline import timeline \(archive)   imports your posts"))
        let imported = await new.run("import", "timeline", archive)
        #expect(imported.status == 0, "\(imported.text)")
        #expect(await new.run("feed").text.contains("Two #suns"))
        #expect(await new.run("post", new.path("map.png")).status == 0)
        #expect(await new.run("doctor").text == "All is well.\n")
        await new.run("logout")
        await new.logIn("leia")
        #expect(await new.run("whoami").text.contains("leia"))
    }

    @Test("An archive without an account says so, and a name of another format is refused")
    func otherNames() async throws {
        let world = try CommandWorld()
        await world.signUp("leia")
        #expect(await world.run("export", world.path("leia.zip")).status == 0)
        let identity = await world.run("identity", "import", world.path("leia.zip"))
        #expect(identity.status == 64 && identity.text.contains("--with-account"))
        for name in ["leia.tar", "leia.tar.gz", "leia.7z"] {
            let result = await world.run("export", world.path(name))
            #expect(result.status == 64 && result.text.contains("“leia.zip”"), "\(result.text)")
            #expect(!FileManager.default.fileExists(atPath: world.path(name)))
        }
    }

    @Test("A ZIP file contains a site that shows its photos")
    func siteInsideTheArchive() async throws {
        let world = try CommandWorld()
        await world.signUp("leia")
        await world.run("post", world.path("sunset.jpg"), "--caption", "Two #suns")
        let archive = world.path("leia.zip")
        #expect(await world.run("export", archive).status == 0)
        let listing = try Shell.run(
            "cd \(world.folder.path) && unzip -q leia.zip -d out && ls out/site"
        )
        #expect(listing.status == 0, "\(String(decoding: listing.output, as: UTF8.self))")
        let site = world.folder.appending(path: "out/site")
        let home = try String(contentsOf: site.appending(path: "index.html"), encoding: .utf8)
        let photo = try #require(home.firstMatch(of: /src="(\.\.\/blobs\/[^"]+)"/)?.1)
        #expect(FileManager.default.fileExists(atPath: site.appending(path: String(photo)).path))
        #expect(home.contains("suns"))
        let other = try CommandWorld(seed: 3)
        for _ in 0..<5 { other.wait(60) }
        let imported = await other.run("import", "timeline", archive, columns: 100)
        #expect(imported.status == 0, "\(imported.text)")
        #expect(imported.text.contains("0 not supported, 0 rejected"), "\(imported.text)")
    }
}
