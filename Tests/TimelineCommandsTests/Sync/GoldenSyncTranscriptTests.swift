import Foundation
import Testing

@Suite("Golden transcripts: sync")
struct GoldenSyncTranscriptTests {
    @Test("Two friends sync through a folder")
    func friends() async throws {
        let friends = try await SyncWorlds("leia", "hansolo")
        let folder = "$STICK"
        let leia = friends.worlds[0]
        await friends.run(0, "sync")
        await friends.run(0, "sync", "status")
        await friends.run(0, "post", "--image", leia.path("sunset.jpg"), "--caption", "Two suns")
        await friends.run(0, "invite")
        let link = try await friends.invite(0)
        await friends.run(1, "follow", link)
        await friends.run(1, "follow", link)
        await friends.run(0, "follow", link)
        await friends.run(0, "sync", folder)
        await friends.run(0, "sync", folder, input: ["both", "shared"], isInteractive: true)
        await friends.run(1, "sync", "status")
        await friends.run(1, "sync", folder, "--shared", "--budget", "10")
        await friends.run(1, "feed")
        await friends.run(1, "sync", "status")
        await friends.run(1, "sync")
        await friends.run(1, "sync")
        await friends.run(1, "sync", "status")
        await friends.run(1, "sync", "status", "--format", "json")
        await friends.run(0, "sync", folder, "--own")
        await friends.run(0, "sync", "--format", "json")
        await friends.run(0, "followers")
        await friends.run(0, "block", "hansolo")
        await friends.run(0, "block", "leia")
        await friends.run(0, "unblock", "hansolo")
        try Golden.expect(friends.transcript, named: "sync")
    }

    @Test("Devices are paired, named and ended, and the identity is copied")
    func devices() async throws {
        let machines = try await SyncWorlds("leia")
        let old = machines.worlds[0]
        let new = try CommandWorld(seed: 9)
        new.wait(60)
        try link(machines.shared, in: new)
        let stick = old.path("stick")
        let password = CommandWorld.password
        await old.run("devices")
        await old.run("devices", "name", "desk")
        await old.run(
            "pair",
            "--to",
            stick,
            "--name",
            "laptop",
            secrets: ["not my password"],
            isInteractive: true
        )
        let answer = await old.run(
            "pair",
            "--to",
            stick,
            "--name",
            "laptop",
            secrets: [password],
            isInteractive: true
        )
        let code = try #require(
            answer.text.split(separator: "\n").first { $0.contains("code") }?
                .split(separator: " ").last
        )
        let file = new.path("stick/timeline.pair")
        await old.run("pair", "--to", stick, "--password-stdin")
        for _ in 0..<5 { new.wait(60) }
        await new.run("pair", "--from", file)
        await new.run(
            "pair",
            "--from",
            file,
            input: ["X7QK", "X7QK-93MD-TTRV-6", String(code)],
            secrets: ["not my password"],
            isInteractive: true
        )
        await new.run(
            "pair",
            "--from",
            file,
            "--password-stdin",
            input: [String(code), password]
        )
        await new.run("devices")
        await new.run("sync", new.path("stick"), "--own")
        await old.run("devices", "revoke", "nothing", "--password-stdin")
        await old.run("devices", "revoke", "laptop", "--since", "yesterday")
        await old.run("devices", "revoke", "laptop", input: ["no", "no"], isInteractive: true)
        await old.run("devices", "revoke", "laptop", "--password-stdin")
        await old.run(
            "devices",
            "revoke",
            "laptop",
            "--yes",
            "--password-stdin",
            input: [password]
        )
        await old.run("drafts", "sign")
        await old.run("devices")
        let copy = old.path("me.identity")
        await old.run("identity", "export", copy, secrets: [password], isInteractive: true)
        await old.run("identity", "export", copy, secrets: [], isInteractive: true)
        await old.run("pair", "--from", copy)
        await old.run("identity", "import", old.path("stick/timeline.pair"))
        await old.run("identity", "import", old.path("sunset.jpg"))
        let third = try CommandWorld(seed: 10)
        for _ in 0..<20 { third.wait(60) }
        await third.run("identity", "import", copy, "--password-stdin", input: ["not my password"])
        await third.run("identity", "import", copy, "--password-stdin", input: [password])
        await third.run("whoami")
        let transcript = [old, new, third]
            .map { $0.transcript.replacing(old.folder.path, with: "$OLD") }
        try Golden.expect(transcript.joined(separator: "\n"), named: "devices")
    }
}
