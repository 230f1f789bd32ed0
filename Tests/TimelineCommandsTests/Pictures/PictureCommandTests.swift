import Foundation
import Testing
import TimelineCore
import TimelineMedia
import TimelineTestSupport

@testable import TimelineCommands

@Suite("Pictures in the output of commands")
struct PictureCommandTests {
    private static let colours = ["TERM": "xterm-256color", "COLORTERM": "truecolor"]

    /// Creates a world with three posts: one with a single picture, one with three, and one that
    /// requires libheif.
    private static func world() async throws -> CommandWorld {
        let world = try CommandWorld()
        try SamplePhotos.heic.write(to: world.folder.appending(path: "new.heic"))
        await world.signUp("leia")
        let (sunset, map) = (world.path("sunset.jpg"), world.path("map.png"))
        let posted = await world.run(
            "post",
            "--image",
            sunset,
            "--caption",
            "one #sky @leia",
            "--at",
            "1,1"
        )
        await world.run(
            "post",
            "--image",
            sunset,
            map,
            sunset,
            "--alt",
            "the sea",
            "--caption",
            "three"
        )
        await world.run("post", "--image", world.path("new.heic"), "--caption", "not drawn")
        let name = posted.text.firstMatch(of: /(?m)^@.* (\S+)$/).map { String($0.1) }
        await world.run("like", try #require(name))
        return world
    }

    private static let commands = [
        ["feed"], ["profile"], ["tag", "sky"], ["near", "1,1"], ["popular"],
        ["feed", "--of", "leia"], ["search", "sky"], ["mentions"],
    ]

    /// Returns whether the text contains a cell with a 24-bit colour.
    private static func isDrawn(_ text: String) -> Bool { text.contains("\u{1B}[38;2;") }

    private static func width(_ line: Substring) -> Int {
        String(line.replacing(/\u{1B}\[[0-9;?]*[a-zA-Z]/, with: "")).displayWidth
    }

    @Test(
        "Every list draws them, and no line is wider than the terminal",
        arguments: [40, 80, 200]
    )
    func lists(columns: Int) async throws {
        let world = try await Self.world()
        for command in Self.commands {
            let text = await world.run(command, columns: columns, terminal: Self.colours).text
            #expect(Self.isDrawn(text), "\(command)")
            for line in text.split(separator: "\n") {
                #expect(Self.width(line) <= columns, "\(line)")
            }
        }
        let feed = await world.run(["feed"], columns: columns, terminal: Self.colours).text
        #expect(feed.contains("the sea"))
        #expect(!feed.contains("▣"))
    }

    @Test("Pipes, JSON and --images none show text", arguments: commands)
    func words(command: [String]) async throws {
        let world = try await Self.world()
        let piped = await world.run(
            command + ["--images", "sixel"],
            columns: nil,
            terminal: Self.colours
        )
        #expect(!piped.text.contains("\u{1B}"))
        let json = await world.run(command + ["--format", "json"], terminal: Self.colours)
        #expect(!json.text.contains("\u{1B}"))
        let none = await world.run(command + ["--images", "none"], terminal: Self.colours)
        #expect(!Self.isDrawn(none.text))
        let hasWords = !["profile", "search", "mentions"].contains(command[0])
        #expect(none.text.contains("▣") || !hasWords)
    }

    @Test(
        "A post is shown with uncropped pictures, and each protocol saves and restores the cursor"
    )
    func whole() async throws {
        let world = try await Self.world()
        let json = await world.run("feed", "--limit", "3", "--format", "json").text
        let names = json.matches(of: /"id" : "(-[^"]{19})",\n +"likeCount"/).map { String($0.1) }
        #expect(names.count == 3)
        for name in names {
            let shown = await world.run(["show", name], terminal: Self.colours).text
            #expect(Self.isDrawn(shown))
            for choice in ["kitty", "iterm", "sixel"] {
                let text =
                    await world.run(
                        ["show", name, "--images", choice],
                        terminal: Self.colours
                    )
                    .text
                #expect(text.contains("\u{1B}7") && text.contains("\u{1B}8"))
            }
        }
    }

    /// Returns the renditions in the store of a world.
    private static func copies(_ world: CommandWorld) throws -> [URL] {
        let folder = world.folder.appending(path: ".local/share/timeline/renditions")
        return try FileManager.default.subpathsOfDirectory(atPath: folder.path)
            .filter { $0.hasSuffix(".jpg") }.map { folder.appending(path: $0) }
    }

    @Test("Deletions remove renditions, and the doctor finds orphaned ones")
    func deleted() async throws {
        let world = try await Self.world()
        let shown = await world.run(["feed", "--limit", "1"], terminal: Self.colours).text
        let copy = try #require(Self.copies(world).first)
        let content = try Data(contentsOf: copy)
        let name = try #require(shown.firstMatch(of: /(?m)^.*@.* (\S+)$/)?.1)
        let plain = name.replacing(/\u{1B}\[[0-9;]*m/, with: "")
        #expect(await world.run("delete", String(plain)).status == 0)
        #expect(try Self.copies(world).isEmpty)
        // This simulates a rendition that remains because another device deleted the post.
        try content.write(to: copy)
        let sick = await world.run("doctor")
        #expect(sick.status != 0 && sick.text.contains("1 orphaned rendition"))
        #expect(await world.run("doctor", "--repair").status == 0)
        #expect(try Self.copies(world).isEmpty)
        await world.run(["feed"], terminal: Self.colours)
        #expect(try Self.copies(world).count == 2)
        await world.run("account", "delete", "--password-stdin", input: [CommandWorld.password])
        #expect(try Self.copies(world).isEmpty)
    }

    @Test("A missing picture is drawn from its ThumbHash")
    func lost() async throws {
        let world = try await Self.world()
        let store = world.folder.appending(path: ".local/share/timeline")
        try FileManager.default.removeItem(at: store.appending(path: "blobs"))
        let feed = await world.run(["feed"], terminal: Self.colours)
        #expect(feed.status == 0)
        #expect(Self.isDrawn(feed.text))
    }

    /// Writes a picture with the given size, and returns its path.
    private static func picture(
        _ width: Int,
        _ height: Int,
        in world: CommandWorld
    ) throws -> String {
        let name = "\(width)x\(height).png"
        let pixels = (0..<width * height)
            .flatMap { (index: Int) -> [UInt8] in
                [UInt8(truncatingIfNeeded: index), UInt8(index % 7 * 30), 90, 255]
            }
        let raster = try #require(Raster(width: width, height: height, pixels: pixels))
        try #require(raster.png()).write(to: world.folder.appending(path: name))
        return world.path(name)
    }

    /// Returns the sizes in pixels of the PNG pictures sent to kitty, as files or as data.
    private static func sizes(_ text: String) throws -> [PixelSize] {
        try text.matches(of: /\u{1B}_Ga=T,[^;]*;([^\u{1B}]*)\u{1B}/)
            .map { match in
                let data = try #require(Data(base64Encoded: String(match.1)))
                guard match.0.contains("t=f") else {
                    return try PictureFile(reading: data).header.size
                }
                let path = String(decoding: data, as: UTF8.self)
                let content = try #require(FileManager.default.contents(atPath: path))
                return try PictureFile(reading: content).header.size
            }
    }

    @Test("kitty gets files of the drawn size, which deletions remove; other machines get PNG")
    func kitty() async throws {
        let world = try CommandWorld()
        await world.signUp("leia")
        await world.run("post", try Self.picture(900, 1800, in: world))
        await world.run("post", try Self.picture(30, 20, in: world))
        let terminal = ["TERM": "xterm-kitty"]
        let here = await world.screen(
            ["feed"],
            columns: 80,
            rows: 60,
            terminal: terminal,
            answers: [TerminalAnswer(hasSixel: false, readsFiles: true)]
        )
        // The photo retains its aspect ratio within 22 rows, and the small one is not enlarged.
        let sizes = [PixelSize(width: 30, height: 20), PixelSize(width: 220, height: 440)]
        #expect(try Self.sizes(here.written) == sizes)
        #expect(here.written.utf8.count < 2000)
        // The answer is cached.
        let again = await world.screen(["feed"], columns: 80, rows: 60, terminal: terminal)
        #expect(again.written.contains("t=f"))
        let there = await world.screen(
            ["feed"],
            columns: 80,
            rows: 60,
            terminal: terminal.merging(["SSH_CONNECTION": "1"]) { $1 },
            answers: [.none]
        )
        #expect(!there.written.contains("t=f"))
        #expect(there.written.contains("a=T,q=2,f=100,C=1,m="))
        let files = try FileManager.default.subpathsOfDirectory(atPath: world.folder.path)
        #expect(files.count { $0.hasSuffix("within440.png") } == 1)
        let id = try #require(here.written.matches(of: /(?m)(\S{8})\u{1B}\[0m$/).last?.1)
        await world.run("delete", String(id))
        let rest = try FileManager.default.subpathsOfDirectory(atPath: world.folder.path)
        #expect(rest.count { $0.hasSuffix("within440.png") } == 0)
    }

    @Test("An avatar is drawn beside the profile, and the grid shows IDs and numbers of photos")
    func profile() async throws {
        let world = try await Self.world()
        await world.run(
            "profile",
            "edit",
            "--avatar",
            world.path("map.png"),
            "--bio",
            "of Alderaan"
        )
        for terminal in [Self.colours, ["TERM": "xterm-kitty"]] {
            let console = await world.screen(["profile"], columns: 100, terminal: terminal)
            #expect(!console.written.contains("PNG"))
            #expect(console.written.contains("▣3"))
            let json = await world.run("feed", "--format", "json").text
            for match in json.matches(of: /"id" : "(-[^"]{19})",\n +"likeCount"/) {
                #expect(console.written.contains(match.1.suffix(8)))
            }
            let line = try #require(console.written.split(separator: "\n").first)
            #expect(line.contains("@leia") && !line.hasPrefix("@") && !line.hasPrefix("\u{1B}[1;"))
        }
    }

    @Test("The author's avatar is drawn beside the heading, as pixels but not as symbols")
    func headings() async throws {
        let world = try CommandWorld()
        await world.signUp("leia")
        await world.run("profile", "edit", "--avatar", try Self.picture(300, 200, in: world))
        await world.run("post", try Self.picture(40, 20, in: world), "--caption", "first")
        let avatar = PixelSize(width: 35, height: 35)
        for (method, answer) in [("t=f", true), ("m=0", false)] {
            let kitty = ["TERM": "xterm-kitty", "KITTY_WINDOW_ID": method]
            let feed = await world.screen(
                ["feed"],
                terminal: kitty,
                answers: [TerminalAnswer(hasSixel: false, readsFiles: answer)]
            )
            #expect(feed.written.contains(method))
            #expect(try Self.sizes(feed.written) == [avatar, PixelSize(width: 40, height: 20)])
            #expect(feed.written.utf8.count < 6000)
            let lines = feed.written.split(separator: "\n")
            #expect(lines[0].contains("      \u{1B}") && lines[0].contains("@leia"))
            #expect(lines[1].hasPrefix("       ") && lines[1].contains(" ago"))
            let hit = await world.screen(["search", "first"], terminal: kitty)
            #expect(try Self.sizes(hit.written) == [avatar, PixelSize(width: 40, height: 20)])
            let id = try #require(lines[0].firstMatch(of: /(\S{8})\u{1B}\[0m$/)?.1)
            let page = await world.screen(["show", String(id)], terminal: kitty)
            #expect(try Self.sizes(page.written).first == avatar)
            #expect(page.written.split(separator: "\n")[1].contains("2026"))
        }
        let blocks = await world.screen(["feed"], terminal: Self.colours)
        let heading = try #require(blocks.written.split(separator: "\n").first)
        #expect(heading.contains("@leia") && heading.contains("ago"))
    }

    @Test("A page of 20 photos is at most 6 MB for kitty on another machine, 1 MB for iTerm2")
    func demoPage() async throws {
        let world = try CommandWorld()
        await world.run("seed", "load")
        for (choice, limit) in [("kitty", 6_000_000), ("iterm", 1_000_000)] {
            let console = await world.screen(
                ["feed", "--everyone", "--limit", "20", "--images", choice],
                columns: 100,
                rows: 60,
                terminal: Self.colours
            )
            #expect(500_000...limit ~= console.written.utf8.count, "\(choice)")
        }
    }

    @Test("A photo is at most 50 KB for iTerm2")
    func iterm() async throws {
        let world = try CommandWorld()
        await world.signUp("leia")
        await world.run("post", try Self.picture(1200, 1200, in: world))
        let console = await world.screen(
            ["feed", "--images", "iterm"],
            columns: 80,
            rows: 60,
            terminal: Self.colours
        )
        #expect(console.written.contains("]1337;File=inline=1"))
        #expect(console.written.utf8.count < 50_000)
    }
}
