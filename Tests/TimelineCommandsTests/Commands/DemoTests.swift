import Foundation
import Testing

@testable import TimelineCommands

@Suite("Golden transcripts: the demo data")
struct GoldenDemoTests {
    private func logIn(in world: CommandWorld) async {
        await world.run(
            "login",
            "--email",
            "hansolo@timeline.example",
            "--password-stdin",
            input: [DemoAccounts.password]
        )
    }

    @Test("Demo data loads completely, twice, and its users can log in")
    func load() async throws {
        let world = try CommandWorld()
        await world.run("seed", "load")
        await world.run("seed", "load")
        await logIn(in: world)
        await world.run("profile", "leia")
        await world.run("users", "--search", "LEI")
        await world.run("users", "--following", "--limit", "2")
        await world.run("feed", "--limit", "2")
        await world.run("doctor")
        try Golden.expect(world.transcript, named: "demo")
    }

    @Test("Entries of the demo data that its users have undone are listed when it loads again")
    func rejections() async throws {
        let world = try CommandWorld()
        await world.run("seed", "load")
        await logIn(in: world)
        for name in ["leia", "3po"] { await world.run("unfollow", name) }
        let piped = await world.run("seed", "load", columns: nil).text
        let lines = piped.split(separator: "\n")
        #expect(lines.prefix { $0.hasPrefix("users/") }.count == 2, "\(piped)")
        #expect(lines.contains("Rejected 2 entries."), "\(piped)")
    }

    @Test("Among real people, the demo data is loaded on request only, and leaves without a trace")
    func unload() async throws {
        let world = try CommandWorld()
        await world.signUp("rey")
        await world.run("post", world.path("sunset.jpg"), "--caption", "Jakku")
        let piped = await world.run("seed", "load")
        #expect(piped.status == 64 && piped.text.contains("--yes"), "\(piped.text)")
        let declined = await world.run(["seed", "load"], input: ["n"], isInteractive: true)
        #expect(declined.text.contains("has accounts of real people"), "\(declined.text)")
        #expect(await world.run("users").text == "@rey\n")
        #expect(await world.run("seed", "load", "--yes").status == 0)
        await world.run("follow", "leia")
        let posts = await world.run("feed", "--of", "leia", columns: nil).text
        let post = try #require(posts.firstMatch(of: /(?m)^@leia.* (\S{8})$/)?.1)
        await world.run("like", String(post))
        await world.run("comment", String(post), "Hello.")
        let own = await world.run("feed", "--of", "rey", columns: nil).text
        let jakku = try #require(own.firstMatch(of: /(?m)^@rey.* (\S{8})$/)?.1)
        await logIn(in: world)
        await world.run("comment", String(jakku), "Nice.")
        await world.logIn("rey")
        let refused = await world.run("seed", "unload")
        #expect(refused.status == 64 && refused.text.contains("--yes"), "\(refused.text)")
        let unloaded = await world.run("seed", "unload", "--yes", columns: 200).text
        #expect(unloaded.hasPrefix("Removed 11 people and 60 posts."), "\(unloaded)")
        #expect(unloaded.contains("on the posts of others: @hansolo."), "\(unloaded)")
        #expect(await world.run("users", columns: nil).text.matches(of: /(?m)^@/).count == 2)
        #expect(await world.run("profile").text.contains("1 post · 0 followers · 0 following"))
        let feed = await world.run("feed", "--everyone", "--limit", "100", columns: nil).text
        #expect(!feed.contains("@leia") && !feed.contains("@hansolo") && feed.contains("Jakku"))
        #expect(await world.run("feed").text.contains("1 comment"))
        #expect(await world.run("doctor").text == "All is well.\n")
        // Whoever was claimed stays, with what the others have said about their posts.
        await world.run("seed", "load", "--yes")
        let password = CommandWorld.password
        await world.run("passwd", "--reset", "3po", "--password-stdin", input: [password])
        let rest = await world.run("seed", "unload", "--yes", columns: 200).text
        #expect(rest.contains("kept with everything: @3po."), "\(rest)")
        #expect(await world.run("feed", "--of", "3po").text.contains("@3po"))
        #expect(await world.run("profile", "leia").text.contains("0 posts"))
        #expect(await world.run("doctor").text == "All is well.\n")
    }

    @Test("No line is wider than the terminal")
    func widths() async throws {
        let world = try CommandWorld()
        var printed = await world.run("seed", "load", columns: 40).text
        await logIn(in: world)
        for (index, columns) in [40, 60, 79, 200].enumerated() {
            let feed = await world.run("feed", "--everyone", "--limit", "100", columns: columns)
            printed += feed.text
            let names = feed.text.matches(of: /(?m)^@.* (\S+)$/).map { String($0.1) }
            #expect(names.count == 60)
            // Lines are longest, compared with the width, on the narrowest terminal.
            let shown = stride(from: index, to: names.count, by: index == 0 ? 1 : 4)
                .map { ["show", names[$0]] }
            for command in shown + [["users"], ["profile", "3po"]] {
                printed += await world.run(command, columns: columns).text
            }
            // Commands to copy are printed on one line.
            let lines = printed.split(separator: "\n").filter { !$0.contains("timeline ") }
            #expect(lines.count > 400)
            for line in lines { #expect(line.displayWidth <= columns, "\(line)") }
            printed = ""
        }
    }

    @Test("The demo shows a feed, suggests commands, and creates an archive of Instagram")
    func demo() async throws {
        let world = try CommandWorld()
        let store = world.path("store")
        let text = await world.run("demo", "--store", store).text
        #expect(text.contains("@nightowl_ida"))
        #expect(text.contains("timeline import instagram \(store)/instagram-archive\n"))
        #expect(text.contains("export TIMELINE_HOME=\(store)"))
        #expect(text.contains("alias timeline="))
        let shown = try #require(text.firstMatch(of: /timeline show (\S+)/)?.1)
        #expect(await world.run("show", String(shown), "--store", store).status == 0)
        #expect(
            await world.run("follow", "juniper.k", "--store", store).text
                == "You follow @juniper.k.\n"
        )
        let archive = store + "/instagram-archive"
        let first = await world.run("import", "instagram", archive, "--store", store)
        #expect(first.text.hasPrefix("Imported 2 posts with 3 pictures.\n"), "\(first.text)")
        #expect(first.status == 0)
        let feed = await world.run("feed", "--of", "nightowl_ida", "--store", store)
        #expect(feed.status == 0)
        let found = await world.run("tag", "lateposts", "--store", store)
        #expect(found.text.contains("Café du soir"), "\(found.text)")
        #expect(await world.run("doctor", "--store", store).text == "All is well.\n")
    }

    @Test("The help states the default of the demo's own store, whose path is not empty")
    func store() async throws {
        let world = try CommandWorld()
        let help = await world.run("demo", "--help", columns: 200).text
        #expect(help.contains("(default: a temporary folder)"))
        #expect(!help.contains("TIMELINE_HOME"))
        #expect(await world.run("demo", "--store", "").status == 64)
    }

    @Test("A program that the shell finds needs no alias")
    func alias() throws {
        let world = try CommandWorld()
        for name in ["first", "second"] {
            let folder = URL(filePath: world.path(name))
            let file = folder.appending(path: "timeline").path
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try Data().write(to: URL(filePath: file))
            let mode = name == "first" ? 0o644 : 0o755
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file)
        }
        let program = URL(filePath: world.path("second/timeline"))
        let path = world.path("none") + ":" + world.path("first") + ":" + world.path("second")
        #expect(CommandContext.finds(program, on: path))
        #expect(!CommandContext.finds(program, on: world.path("first")))
        #expect(!CommandContext.finds(URL(filePath: world.path("sunset.jpg")), on: path))
    }

    @Test("Posts shown by the demo are not new, and the next page continues after them")
    func shown() async throws {
        let world = try CommandWorld()
        let store = world.path("a\u{1B}store")
        let text = await world.run("demo", "--store", store).text
        #expect(!text.contains("\u{1B}") && text.contains("rm -r '"))
        let last = try #require(text.firstMatch(of: /feed --before (\S+)/)?.1)
        let resumed = await world.run("feed", "--resume", "--store", store).text
        let below = await world.run("feed", "--before", String(last), "--store", store).text
        #expect(await world.run("feed", "--new", "--store", store).text.contains("Nothing new"))
        let names = [below, resumed].map { $0.matches(of: /(?m)^(@\S+)/).map { String($0.1) } }
        #expect(names[0] == names[1])
        #expect(!names[0].isEmpty)
    }

    @Test(
        "A generated store is healthy, even if few posts use its pictures",
        arguments: [0, 3, 60]
    )
    func generated(posts: Int) async throws {
        let world = try CommandWorld()
        await world.run("seed", "generate", "--users", "3", "--posts", "\(posts)")
        #expect(await world.run("doctor").text == "All is well.\n")
    }
}
