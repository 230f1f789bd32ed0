import Foundation
import Testing
import TimelineCore
import TimelineTestSupport

@testable import TimelineCommands

@Suite("Reading lists of posts")
struct ReadingTests {
    /// Creates a world with the given number of posts by leia, "post 1" first.
    ///
    /// - Parameters:
    ///   - posts: The number of posts.
    ///   - caption: The end of their captions.
    ///   - areDifferent: Whether each post has a picture of its own.
    /// - Returns: The world.
    /// - Throws: An error if the files cannot be written.
    private static func world(
        posts: Int,
        caption: String = "",
        areDifferent: Bool = false
    ) async throws -> CommandWorld {
        let world = try CommandWorld()
        await world.signUp("leia")
        for number in 1...posts {
            let name = areDifferent ? "\(number).png" : "sunset.jpg"
            if areDifferent {
                let picture = PNGMaker.noise(64, 48, seed: number)
                try picture.write(to: world.folder.appending(path: name))
            }
            await world.run(
                "post",
                world.path(name),
                "--caption",
                "post \(number) #sky @leia\(caption)",
                "--at",
                "1,1"
            )
        }
        return world
    }

    /// Returns the numbers in all captions of the output, in order.
    private static func numbers(_ text: String) -> [Int] {
        text.matches(of: /post (\d+)/).compactMap { Int($0.1) }
    }

    /// The lists with their commands.
    private static let lists = [
        ["feed"], ["feed", "--everyone"], ["feed", "--of", "leia"], ["tag", "sky"],
        ["near", "1,1"], ["near", "1", "1"], ["search", "sky"], ["mentions"],
    ]

    @Test("A list fits the screen, and the next page continues it to its end", arguments: lists)
    func pages(command: [String]) async throws {
        let world = try await Self.world(posts: 11)
        var words = command
        var numbers: [Int] = []
        for _ in 0..<11 {
            let console = await world.screen(words)
            let lines = console.written.split(separator: "\n", omittingEmptySubsequences: false)
            #expect(lines.count <= 24, "\(console.written)")
            let page = Self.numbers(console.written)
            #expect(page.count >= 3 || numbers.count + page.count == 11)
            numbers += page
            guard let next = console.written.firstMatch(of: /Next page: timeline (.*)/) else {
                break
            }
            words = next.1.split(separator: " ").map(String.init)
        }
        #expect(numbers == Array((1...11).reversed()))
    }

    @Test("Activity fits the screen, and the next page continues it to its end")
    func activity() async throws {
        let world = try await Self.world(posts: 11)
        let posts = await world.run("feed", "--limit", "11", columns: nil).text
            .matches(of: /(?m) (\S{8})$/).map { String($0.1) }
        await world.signUp("someone_with_a_very_long_name_")
        for post in posts { await world.run("like", post) }
        await world.logIn("leia")
        var words = ["activity"]
        var numbers: [Int] = []
        for _ in 0..<11 {
            let console = await world.screen(words, columns: 40)
            let lines = console.written.split(separator: "\n", omittingEmptySubsequences: false)
            #expect(lines.count <= 24 && !console.written.contains("…"), "\(console.written)")
            #expect(lines.filter { !$0.contains("Next page") }.allSatisfy { $0.displayWidth <= 40 })
            #expect(console.written.contains(/someone_with_a_very_long_name_\n? *liked/))
            numbers += Self.numbers(console.written)
            guard let next = console.written.firstMatch(of: /Next page: timeline (.*)/) else {
                break
            }
            words = next.1.split(separator: " ").map(String.init)
        }
        #expect(numbers == Array(1...11))
        let all = await world.screen(["activity", "--limit", "1000"], columns: 40)
        #expect(Self.numbers(all.written) == numbers)
    }

    @Test("--limit shows more than a screen, and repeats itself in the next page")
    func limit() async throws {
        let world = try await Self.world(posts: 11)
        let console = await world.screen(["feed", "--limit", "10"])
        #expect(Self.numbers(console.written) == Array((2...11).reversed()))
        #expect(console.written.contains("Next page: timeline feed --limit 10 --before "))
    }

    @Test("The next page is drawn like this one", arguments: lists)
    func display(command: [String]) async throws {
        let world = try await Self.world(posts: 3)
        let console = await world.screen(command + ["--limit", "1", "--images", "none"])
        let next = try #require(console.written.firstMatch(of: /Next page: timeline (.*)/))
        #expect(next.1.contains(" --limit 1 --images none "))
    }

    @Test("Ranked posts that do not fit are one command away")
    func popular() async throws {
        let world = try await Self.world(posts: 11)
        for number in 1...9 {
            let feed = await world.run("feed", "--format", "json").text
            let ids = feed.matches(of: /"id" : "(-[^"]{19})",\n +"likeCount"/).map { String($0.1) }
            await world.run("like", ids[number])
        }
        let console = await world.screen(["popular", "--since", "7d"])
        #expect(console.written.hasSuffix("\nMore: timeline popular --since 7d --limit 20\n"))
        let more = await world.screen(["popular", "--since", "7d", "--limit", "20"])
        #expect(Self.numbers(more.written).count == 9)
    }

    @Test("A tall screen that does not fit all posts suggests as many as it has read")
    func popularOnTallScreen() async throws {
        let world = try await Self.world(posts: 24)
        let feed = await world.run("feed", "--limit", "24", "--format", "json").text
        for id in feed.matches(of: /"id" : "(-[^"]{19})",\n +"likeCount"/) {
            await world.run("like", String(id.1))
        }
        let console = await world.screen(["popular"], rows: 88)
        #expect(console.written.hasSuffix("\nMore: timeline popular --limit 22\n"))
    }

    @Test("The read position is that of the last printed post")
    func readPosition() async throws {
        let world = try await Self.world(posts: 11)
        let first = Self.numbers(await world.screen(["feed"]).written)
        let second = Self.numbers(await world.screen(["feed", "--resume"]).written)
        #expect(first.last.map { $0 - 1 } == second.first)
    }

    @Test("Each post is written as soon as it is drawn, by itself")
    func pieces() async throws {
        let world = try await Self.world(posts: 6, areDifferent: true)
        let renditions = world.path(".local/share/timeline/renditions")
        let drawn = Lock<[Int]>([])
        let console = await world.screen(
            ["feed", "--limit", "6"],
            terminal: ["TERM": "xterm-256color", "COLORTERM": "truecolor"]
        ) {
            // The folder is created with the first picture.
            let files = (try? FileManager.default.subpathsOfDirectory(atPath: renditions)) ?? []
            drawn.withLock { $0.append(files.count { $0.hasSuffix(".jpg") }) }
        }
        #expect(console.writes.map(Self.numbers) == [[6], [5], [4], [3], [2], [1], []])
        let counts = drawn.withLock(\.self)
        #expect(counts.last == 6, "\(counts)")
        // While a post is written, only the next one is being drawn.
        for (index, count) in counts.enumerated() { #expect(count <= index + 2, "\(counts)") }
    }

    @Test("A pipe receives everything, and the hints go to standard error", arguments: lists)
    func pipe(command: [String]) async throws {
        let long = String(repeating: " and so on", count: 60)
        let world = try await Self.world(posts: 2, caption: long)
        let console = await world.screen(command, columns: nil)
        let output = console.writes.joined()
        #expect(Self.numbers(output) == [2, 1])
        #expect(output.matches(of: /\bso\b/).count == 120)
        #expect(!output.contains("…") && !output.contains("timeline"))
        #expect(console.errors.isEmpty)
        let page = await world.screen(command + ["--limit", "1"], columns: nil)
        #expect(page.errors.contains("Next page: timeline \(command[0])"))
        #expect(!page.writes.joined().contains("Next page"))
        let terminal = await world.screen(command)
        #expect(terminal.written.contains("…") && terminal.errors.isEmpty)
    }

    @Test("In a pipe, the suggestion after an import goes to standard error")
    func suggestions() async throws {
        let world = try CommandWorld()
        try Data(#"{"users":{}}"#.utf8).write(to: world.folder.appending(path: "empty.json"))
        let load = await world.screen(["seed", "load", world.path("empty.json")], columns: nil)
        #expect(load.errors.contains("timeline signup --claim"))
        #expect(!load.writes.joined().contains("timeline signup"))
    }

    @Test("Names and descriptions of users are whole in a pipe")
    func users() async throws {
        let world = try CommandWorld()
        await world.signUp("leia")
        let bio = String(repeating: "Alderaan ", count: 30) + "end"
        await world.run(
            "profile",
            "edit",
            "--bio",
            bio,
            "--name",
            String(repeating: "L", count: 60)
        )
        let piped = await world.screen(["users"], columns: nil).writes.joined()
        #expect(piped.contains("end") && piped.split(separator: "\n").count == 1)
        let profile = await world.screen(["profile"], columns: nil).writes.joined()
        #expect(profile.contains(String(repeating: "L", count: 60)))
        let terminal = await world.screen(["users"]).written
        #expect(terminal.contains("…") && !terminal.contains("end"))
    }

    @Test("A pager receives the text, without pictures, on a terminal only", arguments: lists)
    func pager(command: [String]) async throws {
        let world = try await Self.world(posts: 11)
        let terminal = [
            "TERM": "xterm-256color", "COLORTERM": "truecolor",
            "PAGER": "cat >'\(world.path("paged"))'", "PATH": "/usr/bin:/bin",
        ]
        let console = await world.screen(command + ["--pager"], terminal: terminal)
        #expect(console.written.isEmpty)
        let text = try String(contentsOfFile: world.path("paged"), encoding: .utf8)
        #expect(Self.numbers(text) == Array((1...11).reversed()))
        #expect(!text.contains("\u{1B}[48;2;"))
        let piped = await world.screen(command + ["--pager"], columns: nil, terminal: terminal)
        #expect(Self.numbers(piped.written).count == 11)
    }

    @Test("A pager that cannot run leaves the text to the terminal", arguments: lists)
    func missingPager(command: [String]) async throws {
        let world = try await Self.world(posts: 11)
        for pager in ["timeline-no-such-pager 2>/dev/null", "exit 126"] {
            let terminal = ["TERM": "xterm", "PAGER": pager, "PATH": "/usr/bin:/bin"]
            let console = await world.screen(command + ["--pager"], terminal: terminal)
            #expect(Self.numbers(console.written) == Array((1...11).reversed()))
        }
    }

    @Test("A pager that ends early ends the command quietly")
    func closedPager() async throws {
        let world = try await Self.world(
            posts: 11,
            caption: String(repeating: " so on", count: 300)
        )
        let terminal = ["TERM": "xterm", "PAGER": "exit 3", "PATH": "/usr/bin:/bin"]
        for _ in 0..<3 {
            let (status, text) = await world.run(
                ["feed", "--limit", "1000", "--pager"],
                terminal: terminal
            )
            #expect(status == 0 && text.isEmpty, "\(text)")
        }
    }
}
