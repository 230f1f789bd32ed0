import Foundation
import Testing

@Suite("Golden transcripts: errors")
struct GoldenErrorTranscriptTests {
    @Test("Each error has a message and an exit status", arguments: ["text", "json"])
    func errors(format: String) async throws {
        let world = try CommandWorld()
        await world.run("whoami", "--format", format)
        for typo in ["feeed", "psot", "Search", "xyzzy"] {
            await world.run(typo, "--format", format)
        }
        await world.signUp("leia")
        await world.run(
            "signup",
            "--email",
            "leia",
            "--username",
            "x",
            "--password-stdin",
            "--format",
            format,
            input: ["a long walk on the beach"],
            leavesInput: true
        )
        await world.run(
            "signup",
            "--email",
            "x@example.org",
            "--username",
            "leia",
            "--password-stdin",
            "--format",
            format,
            input: ["a long walk on the beach"]
        )
        await world.run(
            "signup",
            "--email",
            "x@example.org",
            "--username",
            "a b\u{1B}[2J",
            "--password-stdin",
            "--format",
            format,
            input: ["a long walk on the beach"]
        )
        await world.run(
            "signup",
            "--email",
            "x@example.org",
            "--username",
            "x",
            "--password-stdin",
            "--format",
            format,
            input: ["password"]
        )
        await world.run("follow", "nobody", "--format", format)
        await world.run("follow", "leia", "--format", format)
        await world.run("like", "zzzz", "--format", format)
        await world.run("like", "abc", "--format", format)
        await world.run("delete", "-K25Fj8qrMAtxXG3QCSn", "--format", format)
        await world.run("post", "--image", world.path("notes.jpg"), "--format", format)
        await world.run("feed", "--nonsense", "--format", format)
        await world.run("seed", "load", world.path("notes.jpg"), "--format", format)
        await world.run("seed", "load", world.path("missing.json"), "--format", format)
        let other = world.folder.appending(path: "other.json")
        try Data(#"{"notes": []}"#.utf8).write(to: other)
        await world.run("seed", "load", other.path, "--format", format)
        await world.run("users", "--store", world.path("notes.jpg"), "--format", format)
        await world.run("users", "--store", "", "--format", format)
        await world.run("help", "feeed", "--format", format)
        try Golden.expect(world.transcript, named: "errors-\(format)")
    }
}
