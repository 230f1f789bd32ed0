import Testing

@testable import TimelineCommands

@Suite("Golden transcripts: discover")
struct GoldenDiscoverTranscriptTests {
    private static func post(_ world: CommandWorld, _ caption: String, _ place: String...) async {
        let words = ["post", "--image", world.path("sunset.jpg"), "--caption", caption] + place
        await world.run(words)
    }

    /// Creates a world with posts to search for.
    private static func filled() async throws -> CommandWorld {
        let world = try CommandWorld()
        await world.signUp("leia")
        await post(world, "Golden hour on Hoth ❄️ #snow #Été", "--at", "64.1466,-21.9426")
        await post(world, "夕焼け over the hour of gold, says @hansolo. #夕焼け #snow")
        await post(world, "Date line", "--at", "-16.5,180", "--place", "Taveuni", "--fuzz")
        await world.signUp("hansolo")
        await post(world, "Line of dates", "--at", "-16.501,-179.996")
        return world
    }

    @Test("Tags, mentions and search")
    func search() async throws {
        let world = try await Self.filled()
        let golden = await world.run("search", "golden", "hour").text
        let short = try #require(golden.firstMatch(of: /hansolo|leia .* (\S{8})\n/)?.1)
        await world.run("comment", String(short), "What a golden hour, @leia and @hansolo!")
        await world.run("like", String(short))
        await world.run("search", "golden", "hour")
        let first = await world.run("search", "hour", "--limit", "2").text
        let next = try #require(first.firstMatch(of: /--after (\S+)/)?.1)
        await world.run("search", "--limit", "2", "--after", String(next), "hour")
        await world.run("search", "\"hour of\" go*")
        await world.run("search", "--limit", "1", "--", "-gold")
        await world.run("search", "-gold")
        await world.run("search", "HAN")
        await world.run("search", "#SN")
        await world.run("search", "#ete\u{301}")
        await world.run("search", "@hansolo")
        await world.run("search", "夕焼", "--format", "json")
        await world.run("search", "nothing\u{1B}[31m \"*\u{202E}")
        await world.run("search")
        await world.run("search", "--after", "nonsense", "hour")
        await world.run("tag", "SNOW", "--limit", "1")
        await world.run("tag", "#none")
        await world.run("tag", "two words")
        await world.run("tags")
        await world.run("tags", "--prefix", "#S", "--format", "json")
        await world.run("tags", "--prefix", "none")
        await world.run("mentions")
        await world.run("mentions", "leia")
        await world.run("mentions", "nobody")
        await world.run("mentions", "leia", "--limit", "0")
        await world.run("logout")
        await world.run("mentions")
        await world.run("doctor")
        try Golden.expect(world.transcript, named: "search")
    }

    @Test("Nearby and popular posts")
    func ranked() async throws {
        let world = try await Self.filled()
        await world.run("near", "-16.5,-180")
        await world.run("near", "-16.5,-180", "--radius", "600m")
        await world.run("near", "64.15,-21.94", "--radius", "1.5mi", "--format", "json")
        await world.run("near", "0,0", "--radius", "20000km", "--limit", "1")
        await world.run("near", "90,0")
        await world.run("near", "91,0")
        await world.run("near", "0,0", "--radius", "far")
        await world.run("post", "--image", world.path("map.png"), "--fuzz")
        await world.run("popular")
        let feed = await world.run("feed", "--everyone").text
        let names = feed.matches(of: /ago +(\S{8})\n/).map { String($0.1) }
        await world.run("like", try #require(names.first))
        world.wait(3600)
        await world.run("comment", try #require(names.last), "Yes")
        await world.run("popular")
        await world.run("popular", "--explain", "--limit", "1")
        await world.run("popular", "--since", "1h", "--format", "json")
        await world.run("popular", "--since", "1y")
        await world.run("doctor")
        try Golden.expect(world.transcript, named: "ranked")
    }

    @Test("Results fit the width of the terminal", arguments: [40, 80, 200])
    func widths(columns: Int) async throws {
        let world = try await Self.filled()
        for words in [
            ["search", "hour"], ["search", "hour", "--limit", "1"], ["tags"], ["tag", "snow"],
            ["mentions"],
            ["near", "-16.5,180", "--radius", "21000km"], ["popular", "--explain"],
        ] {
            let text = await world.run(words, columns: columns).text
            for line in text.split(separator: "\n") where !line.contains("Next page") {
                #expect(line.displayWidth <= columns, "\(line)")
            }
        }
    }
}
