import Foundation
import Testing
import TimelineCore
import TimelineTestSupport

@testable import TimelineCommands

@Suite("Pictures in the output of commands")
struct PictureCommandTests {
    private static let colours = ["TERM": "xterm-256color", "COLORTERM": "truecolor"]

    /// Creates a world with a post of one picture, a post of three, and a post that requires
    /// libheif.
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
            "one #sky",
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
        ["feed", "--of", "leia"],
    ]

    /// Whether the text contains a cell with a 24-bit colour.
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
        #expect(none.text.contains("▣") || command == ["profile"])
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
}
