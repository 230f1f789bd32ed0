import Foundation
import Testing
import TimelineTestSupport

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
        #expect(many.status == 64 && many.text.contains("but you gave 11"))
        #expect(many.text.contains("timeline import folder"))
    }

    @Test("A picture that cannot be drawn is posted with a warning")
    func notDrawn() async throws {
        let world = try CommandWorld()
        await world.signUp("leia")
        // The container is intact, but not the coded picture.
        var content = SamplePhotos.heic
        content.replaceSubrange(
            content.count - 58..<content.count,
            with: Data(repeating: 0xFF, count: 58)
        )
        try content.write(to: world.folder.appending(path: "new.heic"))
        let result = await world.run("post", world.path("new.heic"), world.path("sunset.jpg"))
        #expect(result.status == 0)
        let warnings = result.text.matches(of: /Warning: \S+\/(\S+) was posted/)
            .map { String($0.1) }
        #expect(warnings == ["new.heic"])
        let drawn = await world.run("post", world.path("sunset.jpg"))
        #expect(!drawn.text.contains("Warning"))
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

    @Test("A terminal whose standard error cannot show the question deletes only with --yes")
    func hiddenQuestion() async throws {
        let world = try CommandWorld()
        let id = try await Self.post(in: world)
        let refused = await world.run(["delete", id], hasTerminalInput: true)
        #expect(refused.status == 64 && refused.text.contains("--yes"), "\(refused.text)")
        #expect(await world.run("show", id).status == 0)
        #expect(await world.run(["delete", id, "--yes"], hasTerminalInput: true).status == 0)
    }

    @Test("A viewer receives a copy of the picture")
    func opening() async throws {
        let world = try CommandWorld()
        let id = try await Self.post(in: world)
        let viewer = world.path("viewer")
        let script = """
            #!/bin/sh
            for file; do :; done
            printf '%s' "$file" >"$0.path"
            cp "$file" "$0.seen" && test "$1" != --fail
            """
        try Data(script.utf8).write(to: URL(filePath: viewer))
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: viewer)
        let opened = await world.run(["open", id], terminal: ["TIMELINE_OPEN": viewer])
        #expect(opened.status == 0 && opened.text.contains("Opened"))
        let seen = try Data(contentsOf: URL(filePath: viewer + ".seen"))
        #expect(seen.starts(with: [0xFF, 0xD8]))
        let withOption = await world.run(["open", id], terminal: ["TIMELINE_OPEN": viewer + " -F"])
        #expect(withOption.status == 0)
        let broken = viewer + " --fail"
        #expect(await world.run(["open", id], terminal: ["TIMELINE_OPEN": broken]).status == 69)
        let path = try String(contentsOfFile: viewer + ".path", encoding: .utf8)
        #expect(!path.isEmpty && !FileManager.default.fileExists(atPath: path))
        let missing = world.path("missing-viewer")
        let failed = await world.run(["open", id], terminal: ["TIMELINE_OPEN": missing])
        #expect(failed.status == 69 && failed.text.contains("timeline save"))
    }

    /// Runs a command with an editor that shows the current text and replaces it with `text`.
    private static func edit(
        _ arguments: [String],
        writing text: String,
        in world: CommandWorld,
        status: Int32 = 0
    ) async throws -> (status: Int32, text: String, former: String) {
        let editor = world.path("editor")
        let script = """
            #!/bin/sh
            cp "$2" "\(editor).former"
            { printf '%s' '\(text)'; sed -n '/>8/,$p' "$2"; } >"\(editor).new"
            cp "\(editor).new" "$2"
            exit \(status)
            """
        try Data(script.utf8).write(to: URL(filePath: editor))
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: editor)
        let result = await world.run(
            arguments,
            terminal: ["EDITOR": "\(editor) --wait"],
            isInteractive: true
        )
        let former = try? String(contentsOfFile: editor + ".former", encoding: .utf8)
        return (result.status, result.text, former ?? "")
    }

    @Test("--edit opens the editor with the caption, and ignores the note below the line")
    func editing() async throws {
        let world = try CommandWorld()
        await world.signUp("leia")
        let sunset = world.path("sunset.jpg")
        let post = try await Self.edit(
            ["post", sunset, "--caption", "First words", "--edit"],
            writing: "  # A title\nand #more\n",
            in: world
        )
        #expect(post.status == 0)
        #expect(post.former.hasPrefix("First words\n\n-----"))
        #expect(post.former.contains("To post nothing, leave the editor with an\nerror"))
        #expect(post.text.contains("\n  # A title\n  and #more\n"))
        #expect(!post.text.contains("Everything below"))
        let plain = await world.run("post", sunset)
        #expect(plain.status == 0)
        let failed = try await Self.edit(
            ["post", sunset, "--edit"],
            writing: "",
            in: world,
            status: 3
        )
        #expect(failed.status == 69 && failed.text.contains("nothing was posted"))
        let feed = await world.run("feed", "--format", "json").text
        #expect(feed.matches(of: /"caption"/).count == 2)
    }

    @Test("A text that cannot be saved remains in a file, without the note")
    func unsavedTexts() async throws {
        let world = try CommandWorld()
        let id = try await Self.post(in: world)
        let long = String(repeating: "moon ", count: 2000) + "end"
        for arguments in [["post", world.path("sunset.jpg"), "--edit"], ["comment", id]] {
            let failed = try await Self.edit(arguments, writing: long + "\n", in: world)
            #expect(failed.status == 65 && failed.text.contains("too long"), "\(failed.text)")
            #expect(try Self.remainingText(failed.text) == long + "\n")
            let stopped = try await Self.edit(arguments, writing: "Mine\n", in: world, status: 3)
            #expect(stopped.status == 69)
            #expect(try Self.remainingText(stopped.text) == "Mine\n")
            let empty = try await Self.edit(arguments, writing: "", in: world, status: 3)
            #expect(empty.status == 69 && !empty.text.contains("Your text"))
        }
        #expect(await world.run("show", id).text.contains("no comments"))
    }

    @Test("A text that is not UTF-8 is not blamed on standard input")
    func invalidText() async throws {
        let world = try CommandWorld()
        await world.signUp("leia")
        let result = await world.run(
            ["post", world.path("sunset.jpg"), "--edit"],
            terminal: ["EDITOR": #"sh -c 'printf "\351" >"$1"' sh"#],
            isInteractive: true
        )
        #expect(result.status == 64)
        #expect(result.text.contains("The edited text is not valid UTF-8."), "\(result.text)")
        // Deletes the file, which is not text.
        #expect(throws: (any Error).self) { try Self.remainingText(result.text) }
    }

    /// Returns the content of the file that a message mentions, and deletes it.
    private static func remainingText(_ message: String) throws -> String {
        let text = message.replacing("\n", with: "")
        let path = try #require(text.firstMatch(of: /Your ?text ?is ?in ?“([^”]*)”/)?.1)
        let file = URL(filePath: String(path))
        defer { try? FileManager.default.removeItem(at: file) }
        return try String(contentsOf: file, encoding: .utf8)
    }

    @Test("A comment without a text opens the editor on a terminal only")
    func commenting() async throws {
        let world = try CommandWorld()
        let id = try await Self.post(in: world)
        let added = try await Self.edit(["comment", id], writing: "I know.\n", in: world)
        #expect(added.status == 0 && added.text.contains("\n  I know.\n"))
        let edited = try await Self.edit(["comment", id], writing: "\n", in: world)
        let typed = await world.run("comment", id, "")
        for empty in [(edited.status, edited.text), typed] {
            #expect(empty.0 == 65 && empty.1.contains("The comment is empty; enter some text."))
        }
        let piped = await world.run("comment", id)
        let message = "Without a terminal, a comment needs a text: timeline comment POST TEXT."
        #expect(piped.status == 64 && piped.text.contains(message))
        let post = await world.run("post", world.path("sunset.jpg"), "--edit")
        #expect(post.status == 64 && post.text.contains("Without either, use --caption TEXT."))
        #expect(await world.run("show", id).text.contains("1 comment"))
    }

    @Test(
        "A post has the time that --date states",
        arguments: [
            ("2018-05-01", "2018-05-01T00:00:00.000Z"),
            ("2018-05-01 12:30", "2018-05-01T12:30:00.000Z"),
            ("2018-05-01T12:30:15+02:00", "2018-05-01T10:30:15.000Z"),
        ]
    )
    func dates(text: String, expected: String) async throws {
        let world = try CommandWorld()
        await world.signUp("leia")
        let sunset = world.path("sunset.jpg")
        for _ in 1...2 {
            let post = await world.run("post", sunset, "--date", text, "--format", "json")
            #expect(post.status == 0)
            #expect(post.text.contains(expected), "\(post.text)")
        }
        await world.run("post", sunset, "--caption", "now")
        let feed = await world.run("feed", "--format", "json").text
        #expect(feed.matches(of: /"id" : "-/).count >= 3)
        #expect(
            try #require(feed.firstRange(of: "now")?.lowerBound)
                < #require(feed.firstRange(of: expected)?.lowerBound)
        )
        #expect(await world.run("doctor").text == "All is well.\n")
    }

    @Test(
        "--date rejects the future, other forms and pictures without a time",
        arguments: ["2999-01-01", "2018-02-30", "yesterday", "1969-12-31", "photo"]
    )
    func invalidDates(text: String) async throws {
        let world = try CommandWorld()
        await world.signUp("leia")
        let post = await world.run("post", world.path("map.png"), "--date", text)
        #expect(post.status == 64, "\(post.text)")
        #expect(await world.run("feed").text.contains("empty"))
    }
}
