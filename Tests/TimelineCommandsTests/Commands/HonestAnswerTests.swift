import ArgumentParser
import Foundation
import Testing
import TimelineCore

@testable import TimelineCommands

@Suite("Honest answers")
struct HonestAnswerTests {
    /// The commands that create a store, or create one from a file.
    private static let creators = [
        ["signup"], ["identity", "import"], ["import", "firebase"], ["import", "timeline"],
        ["seed", "load"], ["seed", "generate"], ["demo"],
    ]

    /// The options that some commands require.
    ///
    /// This machine does not have the address of `serve`, so a server that opened a store would
    /// fail.
    private static let options = [
        ["profile", "edit"]: ["--bio", "x"], ["edit"]: ["--caption", "x"],
        ["pair"]: ["--to", "x"], ["token", "create"]: ["--name", "x"],
        ["serve"]: ["--host", "203.0.113.7", "--insecure"],
    ]

    private static let commands = paths(of: TimelineCommand.self)

    /// Returns the words that select each command without subcommands, such as `sync status`.
    private static func paths(
        of command: any ParsableCommand.Type,
        path: [String] = []
    ) -> [[String]] {
        guard !command.subcommands.isEmpty else { return [path] }
        return command.subcommands.flatMap {
            paths(of: $0, path: path + [$0.configuration.commandName ?? ""])
        }
    }

    @Test(
        "Every command reports a missing store, and creates none",
        arguments: commands.filter { !creators.contains($0) }
    )
    func missingStore(path: [String]) async throws {
        let command = TimelineCommand.resolve(path).command
        let values = try CommandDescription(of: command).positionals.map { _ in "x" }
        try await expectMissingStore(path + values + Self.options[path, default: []])
    }

    @Test("A claim reports a missing store, and creates none")
    func missingStoreOfClaim() async throws {
        try await expectMissingStore(["signup", "--claim", "leia"])
    }

    @Test("The lists of commands contain no others")
    func lists() {
        let paths = Self.creators + Self.options.keys
        #expect(paths.allSatisfy(Self.commands.contains))
        #expect(Self.commands.count > 50)
    }

    @Test("Every list rejects a limit that is too small or too large with the same sentence")
    func limits() async throws {
        let world = try CommandWorld()
        var count = 0
        for path in Self.commands {
            let description = try CommandDescription(of: TimelineCommand.resolve(path).command)
            guard description.option("--limit") != nil else { continue }
            count += 1
            let words = path + description.positionals.map { _ in "x" }
            for limit in ["-1", "0", "1001"] {
                let result = await world.run(words + ["--limit", limit])
                #expect(result.status == 64)
                let message = "Error: --limit must be 1 to 1000.\n"
                #expect(result.text.hasPrefix(message), "\(words): \(result.text)")
            }
        }
        #expect(count > 10)
    }

    @Test(
        "A negative number is an invalid value, not a missing one",
        arguments: [
            (["seed", "generate", "--users"], "--users must be 1 to 1,000,000."),
            (["seed", "generate", "--seed"], "The value '-1' is invalid"),
            (["popular", "--since"], "--since must be hours, days or weeks"),
            (["sync", "--budget"], "“-1” is not a size"),
            (["sync", "--keep"], "“-1” is not a size"),
        ]
    )
    func negative(option: [String], message: String) async throws {
        let result = try await CommandWorld().run(option + ["-1"])
        #expect(result.status == 64 && result.text.contains(message), "\(result.text)")
    }

    @Test(
        "All dates have one grammar",
        arguments: [
            ["post", "sunset.jpg", "--date"], ["devices", "revoke", "x", "--since"],
        ]
    )
    func dates(option: [String]) async throws {
        let world = try CommandWorld()
        for text in ["yesterday", "1969", "2018-13", "2018-02-30", "2018-05-01T25:00"] {
            let result = await world.run(option + [text])
            #expect(result.status == 64)
            #expect(result.text.contains("“\(text)” is not a date since 1970"), "\(result.text)")
        }
        for text in ["2018-05-01", "2018-05-01T12:30", "2018-05-01 12:30:15Z"] {
            let result = await world.run(option + [text])
            #expect(!result.text.contains("is not a date"), "\(result.text)")
        }
    }

    @Test("A year limits a sync, but neither dates a post nor revokes a device")
    func years() async throws {
        let world = try CommandWorld()
        for text in ["2018", "2018-5", "1970"] {
            let sync = await world.run("sync", "--since", text)
            #expect(!sync.text.contains("is not a date"), "\(sync.text)")
            for option in [["post", "a.jpg", "--date"], ["devices", "revoke", "x", "--since"]] {
                let result = await world.run(option + [text])
                #expect(result.text.contains("“\(text)” is not a date since 1970"))
            }
        }
        let time = await world.run("sync", "--since", "2018-05-01 12:00")
        #expect(time.status == 64 && time.text.contains("“all” for all posts"))
        let tokyo = try #require(TimeZone(identifier: "Asia/Tokyo"))
        let year = try #require(TypedDate("1970", needsDay: false))
        #expect(year.start(in: tokyo) == Date(timeIntervalSince1970: 0))
        #expect(TypedDate("2018:03") == nil)
    }

    @Test("A time that the clock skips is no date, but a day that begins with one is")
    func skippedTime() throws {
        let berlin = try #require(TimeZone(identifier: "Europe/Berlin"))
        let time = try TypedDate(parsing: "2018-03-25 02:30")
        #expect(throws: UsageError.self) { try time.date(in: berlin) }
        #expect(try time.date(in: .gmt) == Date(timeIntervalSince1970: 1_521_945_000))
        let saoPaulo = try #require(TimeZone(identifier: "America/Sao_Paulo"))
        let day = try TypedDate(parsing: "2018-11-04").date(in: saoPaulo)
        #expect(day == Date(timeIntervalSince1970: 1_541_300_400))
    }

    @Test("Follows say whether they have changed anything")
    func follows() async throws {
        let world = try CommandWorld()
        await world.signUp("leia")
        await world.signUp("han")
        let answers = [
            ("unfollow", "You did not follow @leia, so nothing has changed.\n"),
            ("follow", "You follow @leia.\n"), ("follow", "You followed @leia already.\n"),
            ("unfollow", "You no longer follow @leia.\n"),
        ]
        for (command, answer) in answers {
            #expect(await world.run(command, "leia").text == answer)
        }
    }

    @Test("A sign-up says who is logged in, and who no longer is")
    func signUps() async throws {
        let world = try CommandWorld()
        await world.signUp("leia")
        let result = await world.run(
            "signup",
            "--email",
            "han@example.org",
            "--username",
            "han",
            columns: 200,
            secrets: [CommandWorld.password, CommandWorld.password],
            isInteractive: true
        )
        #expect(result.text.hasPrefix("@leia is logged in here. A new account logs @leia out"))
        #expect(result.text.contains("Welcome, @han. You are logged in; @leia is logged out.\n"))
    }

    private func expectMissingStore(_ arguments: [String]) async throws {
        let world = try CommandWorld()
        let store = world.path("store")
        let result = await world.run(arguments + ["--store", store])
        #expect(result.status == 66, "\(result.text)")
        let message = "“\(store)” contains no store. `timeline signup` creates one"
        #expect(result.text.contains(message), "\(result.text)")
        #expect(!FileManager.default.fileExists(atPath: store))
    }

    @Test(
        "A file that does not exist creates no store",
        arguments: [
            ["seed", "load"], ["import", "firebase"], ["import", "timeline"],
            ["identity", "import"], ["pair", "--from"],
        ]
    )
    func missingFile(command: [String]) async throws {
        let world = try CommandWorld()
        let store = world.path("store")
        let result = await world.run(command + ["missing.json", "--store", store])
        #expect(result.status == 66 && result.text.contains("missing.json"))
        #expect(!FileManager.default.fileExists(atPath: store))
    }

    @Test(
        "A file that is not a seed creates no store",
        arguments: [["seed", "load"], ["import", "firebase"]]
    )
    func brokenFile(command: [String]) async throws {
        let world = try CommandWorld()
        let store = world.path("store")
        let result = await world.run(command + [world.path("notes.jpg"), "--store", store])
        #expect(result.status == 65, "\(result.text)")
        #expect(!FileManager.default.fileExists(atPath: store))
    }

    @Test(
        "A seed that is too large for the memory creates no store",
        arguments: [["seed", "load"], ["import", "firebase"]]
    )
    func largeFile(command: [String]) async throws {
        let world = try CommandWorld()
        let (store, seed) = (world.path("store"), world.path("seed.json"))
        // The file has no contents, and needs no space.
        #expect(FileManager.default.createFile(atPath: seed, contents: nil))
        let file = try FileHandle(forWritingTo: URL(filePath: seed))
        try file.truncate(atOffset: (1 << 30) + 1)
        try file.close()
        let result = await world.run(command + [seed, "--store", store])
        #expect(result.status == 65 && result.text.contains("it is larger than 1 GiB."))
        #expect(!FileManager.default.fileExists(atPath: store))
    }

    @Test("A login that remains without its store can be removed")
    func logout() async throws {
        let world = try CommandWorld()
        let store = world.path("store")
        await world.run(
            ["signup", "--email", "leia@example.org", "--username", "leia", "--password-stdin"]
                + ["--store", store],
            input: [CommandWorld.password]
        )
        let state = world.path(".local/state/timeline")
        #expect(try FileManager.default.contentsOfDirectory(atPath: state).count == 1)
        try FileManager.default.removeItem(atPath: store)
        #expect(await world.run("logout", "--store", store).status == 66)
        #expect(try FileManager.default.contentsOfDirectory(atPath: state).isEmpty)
    }

    @Test("The JSON of the demo contains the path of its store")
    func demo() async throws {
        let world = try CommandWorld()
        let store = world.path("store")
        let text = await world.run("demo", "--store", store, "--format", "json").text
        #expect(text.contains("\"store\" : \"\(store)\""))
    }

    @Test("The demo without its data says so and leaves nothing behind")
    func demoWithoutData() throws {
        let program = try BuiltBinary()
        let result = try program.shell(
            """
            mkdir -p bin tmp && cp "$(command -v timeline)" bin/timeline || exit 1
            export TMPDIR=$PWD/tmp
            bin/timeline demo; echo "demo: $?"
            bin/timeline demo --store store; echo "folder: $?"
            bin/timeline seed load --store store; echo "load: $?"
            bin/timeline seed generate --store store; echo "generate: $?"
            ls -A tmp; test ! -e store && echo "no store"
            """
        )
        #expect(result.text.contains("The demo data is missing"), "\(result.text)")
        let lines = result.text.split(separator: "\n").filter { !$0.hasPrefix("Error") }
        #expect(lines == ["demo: 66", "folder: 66", "load: 66", "generate: 66", "no store"])
    }

    @Test("A full disk under the output is not blamed on the store")
    func fullDisk() throws {
        guard FileManager.default.fileExists(atPath: "/dev/full") else { return }
        let program = try BuiltBinary()
        try program.signUp()
        let result = try program.shell(
            "timeline users >/dev/full; echo $?; timeline help >/dev/full; echo $?"
        )
        #expect(result.text.contains("The output could not be written: No space left on device."))
        #expect(result.text.contains("74\n") && !result.text.contains("doctor"), "\(result.text)")
        #expect(!result.text.contains("\n0\n"), "\(result.text)")
    }

    @Test(
        "Arguments that say nothing are rejected as such",
        arguments: [
            (["search", " "], 64, "Nothing to search for."),
            (["follow", "https://leia.example"], 65, "link"),
            (["post", "sunset.jpg", "--edit"], 64, "--edit needs a terminal"),
        ] as [([String], Int32, String)]
    )
    func emptyArguments(arguments: [String], status: Int32, text: String) async throws {
        let world = try CommandWorld()
        await world.signUp("leia")
        let words = arguments.map { $0 == "sunset.jpg" ? world.path($0) : $0 }
        let result = await world.run(words)
        #expect(result.status == status && result.text.contains(text), "\(result.text)")
        #expect(!(await world.run("feed").text.contains("JPEG")))
    }

    @Test(
        "An empty path does not select the current folder",
        arguments: [
            ["export", ""], ["export", "site", ""], ["export", "folder", ""],
            ["export", "firebase", ""], ["backup", ""], ["identity", "export", ""],
            ["pair", "--to", ""], ["save", "--all", "leia", "-o", ""], ["save", "x", "-o", ""],
            ["import", "folder", ""], ["import", "instagram", ""], ["import", "mastodon", ""],
            ["import", "timeline", ""], ["import", "folder", "x", "--report", ""],
            ["import", "instagram", "x", "--people", ""],
        ]
    )
    func emptyPath(arguments: [String]) async throws {
        let result = try await CommandWorld().run(arguments)
        #expect(result.status == 64 && result.text.contains("The path is empty;"), "\(result.text)")
    }

    @Test("A full disk is not mistaken for a damaged store")
    func hints() {
        let full = StorageError(operation: "Writing a", reason: "No space left", isDiskFull: true)
        #expect(TimelineError.storageFailed(full).hint?.contains("Free some space") == true)
        let other = StorageError(operation: "Writing a", reason: "Input/output error")
        #expect(TimelineError.storageFailed(other).hint?.contains("doctor") == true)
        let path = URL(filePath: "/media/a")
        errno = EROFS
        let readOnly = TimelineError.system(.writing, at: path)
            .withExternalFileErrors(.writing, path)
        #expect(readOnly.description == "Writing /media/a failed: Read-only file system.")
        #expect(readOnly.hint?.contains("permissions") == true && readOnly.exitCode == 74)
    }

    @Test("A narrow terminal shows which session and device is this one")
    func narrow() async throws {
        let world = try CommandWorld()
        await world.signUp("leia")
        for (command, facts) in [
            ("sessions", ["timeline in a test", "(current)"]),
            ("devices", ["no name", "(this one)"]),
        ] {
            let text = await world.run(command, columns: 40).text
            let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            for fact in facts { #expect(words.contains(fact), "\(text)") }
            #expect(text.split(separator: "\n").allSatisfy { $0.displayWidth <= 40 })
        }
    }

    @Test("The wait after wrong passwords is in seconds or minutes")
    func wait() async throws {
        let world = try CommandWorld()
        await world.signUp("leia")
        let login = ["login", "--email", "leia@example.org", "--password-stdin"]
        for _ in 1...10 { await world.run(login, input: ["wrong"]) }
        world.wait(-58)
        let result = await world.run(login, input: ["wrong"])
        let text = result.text.replacing("\n", with: " ")
        #expect(result.status == 77)
        #expect(text.contains(/try again in [0-9]+ seconds\./), "\(text)")
    }

    @Test("A photo is described by its size and format alone")
    func description() async throws {
        let world = try CommandWorld()
        await world.signUp("leia")
        let text = await world.run("post", world.path("sunset.jpg")).text
        #expect(text.contains(/(?m)^  ▣ [0-9]+ × [0-9]+ JPEG$/), "\(text)")
    }

    @Test(
        "An unknown user gets a suggestion",
        arguments: [
            ["profile", "lea"], ["follow", "liea"], ["feed", "--of", "Leja"], ["mute", "lei"],
            ["save", "--all", "leiaa", "-o", "x"], ["followers", "leai"], ["block", "lea"],
            ["passwd", "--reset", "lea"], ["mentions", "lea"],
        ]
    )
    func unknownUser(arguments: [String]) async throws {
        let world = try CommandWorld()
        await world.signUp("leia")
        await world.signUp("hansolo")
        let result = await world.run(arguments)
        #expect(result.status == 67)
        #expect(result.text.contains("Did you mean “leia”?"), "\(result.text)")
        let other = await world.run("profile", "xyzzy")
        #expect(other.status == 67 && other.text.contains("`timeline users` lists all users"))
    }

    @Test("The command of the next page of a search for a word with a dash contains the store")
    func nextPageOfDash() async throws {
        let world = try CommandWorld()
        let store = ["--store", world.path("store")]
        await world.run(
            ["signup", "--email", "leia@example.org", "--username", "leia", "--password-stdin"]
                + store,
            input: [CommandWorld.password]
        )
        for _ in 1...2 {
            await world.run(["post", world.path("sunset.jpg"), "--caption", "moon"] + store)
        }
        let page = await world.run(["search", "--limit", "1"] + store + ["--", "-moon"])
        let next = try #require(page.text.firstMatch(of: /Next page: timeline (.*)/)?.1)
        #expect(next.hasSuffix("--store \(world.path("store")) -- -moon"))
        let rest = await world.run(next.split(separator: " ").map(String.init))
        #expect(rest.status == 0 && rest.text.contains("  moon\n"), "\(rest.text)")
    }

    @Test("The command to type on another device contains no store of this one")
    func pairing() async throws {
        let world = try CommandWorld()
        let options = ["--password-stdin", "--store", world.path("store")]
        await world.run(
            ["signup", "--email", "leia@example.org", "--username", "leia"] + options,
            input: [CommandWorld.password]
        )
        let result = await world.run(
            ["pair", "--to", world.path("leia.pair")] + options,
            input: [CommandWorld.password]
        )
        #expect(result.text.contains("\ntimeline pair --from leia.pair\n"), "\(result.text)")
    }

    @Test("Control characters that the user typed are escaped in the command of the next page")
    func nextPage() async throws {
        let world = try CommandWorld()
        await world.signUp("leia")
        for _ in 1...2 {
            await world.run("post", world.path("sunset.jpg"), "--caption", "moon 31mb")
        }
        let text = await world.run("search", "moon\u{1B}31mb\n", "--limit", "1").text
        #expect(text.contains("Next page"), "\(text)")
        #expect(!text.contains("\u{1B}"))
        #expect(text.contains("⟨U+001B⟩"))
    }
}
