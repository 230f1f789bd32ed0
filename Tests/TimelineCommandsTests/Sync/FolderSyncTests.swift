import Foundation
import Testing
import TimelineTestSupport

@Suite("Stores that sync through folders")
struct FolderSyncTests {
    @Test("A friend carries the posts of a friend to a third one, who has never met the first")
    func carried() async throws {
        let worlds = try await SyncWorlds("leia", "hansolo", "lando")
        let second = worlds.shared.appending(path: "second").path
        await worlds.run(
            0,
            "post",
            "--image",
            worlds.worlds[0].path("sunset.jpg"),
            "--caption",
            "From far away"
        )
        try await worlds.follow(1, 0)
        try await worlds.follow(2, 0)
        try await worlds.follow(2, 1)
        await worlds.run(0, "sync", worlds.shared.path, "--shared")
        await worlds.run(1, "sync", worlds.shared.path, "--shared")
        await worlds.run(1, "sync", second, "--shared")
        let answer = await worlds.run(2, "sync", second, "--shared")
        let text = answer.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(text.contains("picture file"), "\(text)")
        let feed = await worlds.run(2, "feed").text
        #expect(feed.contains("@leia") && feed.contains("From far away"), "\(feed)")
        let doctor = await worlds.run(2, "doctor").text
        #expect(doctor == "All is well.\n")
    }

    @Test("Nothing private is written to a folder, whether shared or for the user's own devices")
    func privateData() async throws {
        let worlds = try await SyncWorlds("leia", "hansolo")
        let world = worlds.worlds[0]
        let photo = world.folder.appending(path: "secret.jpg")
        try Self.canary.write(to: photo)
        try await worlds.follow(1, 0)
        await worlds.run(0, "post", "--image", photo.path, "--caption", "Public words")
        await worlds.run(0, "block", "hansolo")
        let own = worlds.shared.appending(path: "own").path
        await worlds.run(0, "sync", own, "--own")
        await worlds.run(0, "sync", worlds.shared.path, "--shared")
        let session = try #require(
            try contents(of: world.folder.appending(path: ".local/state")).first
        )
        let secrets = ["example.org", "CANARY", "argon2", String(decoding: session, as: UTF8.self)]
        for (name, isSealed) in [("own", true), ("devices", false), ("blobs", false)] {
            let files = try contents(of: worlds.shared.appending(path: name))
            #expect(!files.isEmpty)
            for secret in secrets {
                let bytes = Data(secret.trimmingCharacters(in: .whitespacesAndNewlines).utf8)
                #expect(!files.contains { $0.range(of: bytes) != nil }, "\(name): \(secret)")
            }
            let isReadable = files.contains { $0.range(of: Data("Public words".utf8)) != nil }
            if name != "blobs" { #expect(isReadable == !isSealed) }
        }
        // The store contains the canary, which shows that the search above works.
        let store = try contents(of: world.folder.appending(path: ".local/share"))
        #expect(store.contains { $0.range(of: Data("CANARY".utf8)) != nil })
    }

    /// A picture with a comment and with a position in XMP.
    private static var canary: Data {
        func segment(_ marker: UInt8, _ text: String) -> Data {
            let count = text.utf8.count + 2
            return Data([0xFF, marker, UInt8(count >> 8), UInt8(count & 0xFF)]) + Data(text.utf8)
        }
        let xmp = "http://ns.adobe.com/xap/1.0/\0<exif:GPSLatitude>CANARY 48,51N</exif:GPSLatitude>"
        return SamplePhotos.jpeg.prefix(2) + segment(0xE1, xmp) + segment(0xFE, "CANARY in Paris")
            + SamplePhotos.jpeg.dropFirst(2)
    }

    /// Returns the contents of all files in a folder.
    private func contents(of folder: URL) throws -> [Data] {
        let files = FileManager.default.enumerator(
            at: folder,
            includingPropertiesForKeys: [.isRegularFileKey]
        )
        let urls = try #require(files).compactMap { $0 as? URL }
            .filter {
                (try? $0.resourceValues(forKeys: [.isRegularFileKey]))?.isRegularFile == true
            }
        return try urls.map { try Data(contentsOf: $0) }
    }

    @Test("A forgotten folder is left out of further syncs, and its peers stay")
    func forgotten() async throws {
        let worlds = try await SyncWorlds("leia", "hansolo")
        try await worlds.follow(1, 0)
        await worlds.run(0, "sync", worlds.shared.path, "--shared")
        await worlds.run(1, "sync", worlds.shared.path, "--shared")
        let unknown = await worlds.run(1, "sync", "forget", "/nowhere")
        #expect(unknown.status == 64 && unknown.text.contains("sync status"), "\(unknown.text)")
        let answer = await worlds.run(1, "sync", "forget", worlds.shared.path)
        #expect(answer.status == 0 && answer.text.contains("no longer includes"), "\(answer.text)")
        let status = await worlds.run(1, "sync", "status").text
        #expect(!status.contains(worlds.shared.lastPathComponent), "\(status)")
        let all = await worlds.run(1, "sync").text
        #expect(all.contains("There is no folder or address"), "\(all)")
    }

    @Test("If all users of a store have left, a sync without a login informs the peers of each")
    func left() async throws {
        let worlds = try await SyncWorlds("leia", "hansolo", "lando")
        let (store, users) = (worlds.worlds[0], ["leia", "luke"])
        let folders = users.map { worlds.shared.appending(path: $0).path }
        for (index, folder) in folders.enumerated() {
            if index == 1 { await store.signUp(users[index]) }
            try await worlds.follow(index + 1, 0)
            await worlds.run(0, "sync", folder, "--shared")
            await worlds.run(index + 1, "sync", folder, "--shared")
            let list = await worlds.run(index + 1, "users").text
            #expect(list.contains("@\(users[index])"), "\(list)")
        }
        for user in users.reversed() {
            await store.logIn(user)
            let answer = await worlds.run(
                0,
                "account",
                "delete",
                "--password-stdin",
                input: [CommandWorld.password]
            )
            #expect(answer.status == 0, "\(answer.text)")
        }
        let answer = await worlds.run(0, "sync", "--format", "json")
        #expect(answer.status == 0, "\(answer.text)")
        for (index, folder) in folders.enumerated() {
            #expect(answer.text.contains(folder), "\(answer.text)")
            await worlds.run(index + 1, "sync")
            let list = await worlds.run(index + 1, "users").text
            #expect(!list.contains("@\(users[index])"), "\(list)")
        }
    }

    @Test("A damaged pack is named, the other ones are read, and the exit status is 65")
    func damaged() async throws {
        let worlds = try await SyncWorlds("leia", "hansolo")
        try await worlds.follow(1, 0)
        await worlds.run(0, "sync", worlds.shared.path, "--shared")
        let devices = worlds.shared.appending(path: "devices")
        let device = try #require(
            FileManager.default.contentsOfDirectory(atPath: devices.path).first
        )
        let name = "devices/\(device)/\(Self.pack(1))"
        let pack = worlds.shared.appending(path: name)
        var bytes = try Data(contentsOf: pack)
        bytes[bytes.count / 2] ^= 1
        try bytes.write(to: pack)
        let answer = await worlds.run(1, "sync", worlds.shared.path, "--shared")
        #expect(answer.status == 65)
        #expect(answer.text.contains(name), "\(answer.text)")
        // A terminal shows 20 damaged files, and a pipe all of them.
        let folder = devices.appending(path: device)
        let others = (2...30).map { folder.appending(path: Self.pack($0)) }
        for other in others { try Data("garbage".utf8).write(to: other) }
        #expect(await worlds.run(1, "sync").text.contains("… and 10 more"))
        let piped = await worlds.worlds[1].run("sync", columns: nil).text
        for number in 1...30 { #expect(piped.contains("\(device)/\(Self.pack(number))\n")) }
        for other in others { try FileManager.default.removeItem(at: other) }
        worlds.worlds[0].wait(60)
        bytes[bytes.count / 2] ^= 1
        try bytes.write(to: pack)
        #expect(await worlds.run(1, "sync").status == 0)
        #expect(await worlds.run(1, "users").text.contains("@leia"))
    }

    /// Returns the file name of a pack.
    private static func pack(_ number: Int) -> String { String(format: "%010d.pack", number) }

    @Test(
        "Wrong input has a sentence and an exit status",
        arguments: [
            (["sync", ""], 64, "The target is empty"),
            (["sync", "gopher://example.org"], 64, "is not a target"),
            (["sync", "https://example.org/photos"], 64, "is not an address"),
            (["sync", "ssh://"], 64, "is not an address"),
            (["sync", "ssh://-oProxyCommand=x"], 64, "is not an address"),
            (["sync", "tcp://host"], 64, "is not an address"),
            (["sync", "tcp://127.0.0.1:1"], 69, "cannot be reached: Connection refused"),
            (["sync", "timeline://follow/1/abc"], 64, "timeline follow LINK"),
            (["sync", "$DIR/missing/deeper", "--own"], 66, "does not exist"),
            (["sync", "$DIR/sunset.jpg", "--own"], 66, "is a file"),
            (["sync", "/proc/timeline", "--own"], 74, "cannot be used"),
            (["sync", "$DIR/.local/share/timeline", "--own"], 64, "belongs to a store"),
            (["sync", "$DIR/.local/share/timeline/x", "--own"], 64, "belongs to a store"),
            (["sync", "$DIR/new"], 64, "needs --own"),
            (["sync", "$DIR/new", "--own", "--shared"], 64, "combined"),
            (["sync", "--own"], 64, "need the path of a folder"),
            (["sync", "$DIR/new", "--budget", "many"], 64, "is not a size"),
            (["sync", "$DIR/new", "--stdio"], 64, "only one of them"),
            (["sync", "--listen", "here"], 64, "is not an address to listen on"),
            (["sync", "--listen", "203.0.113.7:0"], 74, "cannot listen"),
            (["follow", "timeline://follow/1/abc"], 65, "not a complete invitation"),
            (["follow", "timeline://follow/9/abc"], 65, "newer version"),
            (["invite", "--address", "ssh://host"], 65, "cannot contain this address"),
            (["invite", "--address", "nonsense"], 65, "cannot contain this address"),
            (["pair"], 64, "either --to or --from"),
            (["pair", "--from", "$DIR/sunset.jpg"], 65, "neither a pairing file"),
            (["pair", "--from", "$DIR/missing"], 66, "does not exist"),
            (["pair", "--to", "$DIR/missing/deeper"], 66, "does not exist"),
            (["devices", "revoke", "zzz"], 66, "You have no device"),
            (["block", "nobody"], 67, "does not exist"),
        ]
    )
    func wrong(arguments: [String], status: Int32, sentence: String) async throws {
        let worlds = try await SyncWorlds("leia")
        let world = worlds.worlds[0]
        let words = arguments.map { $0.replacing("$DIR", with: world.folder.path) }
        let answer = await world.run(words, columns: nil)
        #expect(answer.status == status, "\(answer.text)")
        #expect(answer.text.contains(sentence), "\(answer.text)")
    }

    @Test("A user without a login learns why nothing can be synced")
    func noLogin() async throws {
        let world = try CommandWorld()
        await world.signUp("leia")
        await world.run("logout")
        #expect(await world.run("sync", "status").status == 77)
        #expect(await world.run("invite").status == 77)
    }

    @Test("In a pipe, commands to run next go to standard error")
    func hints() async throws {
        let world = try CommandWorld()
        await world.signUp("leia")
        for (words, hint) in [
            (["sync"], "timeline sync FOLDER"),
            (["sync", "status"], "timeline identity export FILE"),
            (["invite", "--address", "tcp://127.0.0.1:4242"], "timeline sync --listen"),
        ] {
            let console = await world.screen(words, columns: nil)
            #expect(console.errors.contains(hint), "\(console.errors)")
            #expect(!console.writes.joined().contains(hint), "\(console.writes)")
        }
    }

    @Test("A wrong password for a sealed file creates no store")
    func wrongPassword() async throws {
        let (old, new) = (try CommandWorld(), try CommandWorld(seed: 2))
        await old.signUp("leia")
        let (copy, pairing) = (old.path("me.identity"), old.path("timeline.pair"))
        let password = CommandWorld.password
        await old.run("identity", "export", copy, "--password-stdin", input: [password])
        let answer = await old.run(
            "pair",
            "--to",
            pairing,
            "--password-stdin",
            "--format",
            "json",
            input: [password]
        )
        let code = try JSON.decoded([String: String].self, answer.text)["code"] ?? ""
        let wrong = "not my password"
        for (words, input) in [
            (["identity", "import", copy], [wrong]), (["pair", "--from", pairing], [code, wrong]),
        ] {
            let answer = await new.run(words + ["--password-stdin"], input: input)
            #expect(answer.status == 77, "\(answer.text)")
            let store = new.path(".local/share/timeline")
            #expect(!FileManager.default.fileExists(atPath: store))
        }
        new.wait(600)
        let restored = await new.run(
            "identity",
            "import",
            copy,
            "--password-stdin",
            input: [password]
        )
        #expect(restored.status == 0, "\(restored.text)")
    }

    @Test("An expired invitation says so")
    func expired() async throws {
        let worlds = try await SyncWorlds("leia", "hansolo")
        let link = try await worlds.invite(0)
        worlds.worlds[1].wait(8 * 86_400)
        let answer = await worlds.run(1, "follow", link)
        #expect(answer.status == 77)
        #expect(answer.text.contains("has expired"), "\(answer.text)")
    }
}
