import Foundation
import Testing

@testable import TimelineCommands

@Suite("Blocking with commands")
struct BlockCommandTests {
    @Test("The blocked user is told so, and so is the other")
    func refusals() async throws {
        let world = try CommandWorld()
        await world.signUp("dan")
        let dans = try await Self.post(world)
        await world.signUp("cem")
        let cems = try await Self.post(world)
        await world.run("follow", "dan")
        let blocked = await world.run("block", "dan")
        #expect(blocked.text.hasPrefix("You have blocked @dan: you no longer see each other"))
        for command in [["comment", dans, "hi"], ["like", dans], ["follow", "dan"]] {
            let (status, text) = await world.run(command, columns: nil)
            #expect(status == 77 && text.contains("You have blocked @dan; unblock them first."))
        }
        #expect(await world.run("block").text.contains("@dan"))
        #expect(await world.run("profile", "dan").text.contains("You have blocked @dan."))
        #expect(await world.run("feed", "--of", "dan").text == "You have blocked @dan.\n")
        #expect(await !world.run("users").text.contains("@dan"))
        #expect(await world.run("show", dans).status == 66)

        await world.logIn("dan")
        for command in [
            ["comment", cems, "hi"], ["like", cems], ["follow", "cem"],
            ["comment", dans, "hi @cem"], ["edit", dans, "--caption", "with @cem"],
            ["post", world.path("map.png"), "--caption", "@cem"],
        ] {
            let (status, text) = await world.run(command, columns: nil)
            #expect(status == 77 && text.contains("@cem has blocked you."), "\(command)")
        }
        #expect(await world.run("profile", "cem").text.contains("@cem has blocked you."))
        #expect(await world.run("feed", "--of", "cem").text == "@cem has blocked you.\n")
        #expect(await world.run("block").text == "You have not blocked anyone.\n")
        #expect(await !world.run("feed", "--everyone").text.contains("@cem"))
        #expect(await world.run("unblock", "cem").text == "You have not blocked @cem.\n")

        await world.logIn("cem")
        await world.run("unblock", "dan")
        await world.logIn("dan")
        #expect(await world.run("comment", cems, "thanks").status == 0)
    }

    @Test("Lists, tags and completions omit the other and what concerns their posts")
    func lists() async throws {
        let world = try CommandWorld()
        await world.signUp("eve")
        await world.signUp("dan")
        let post = try await Self.post(world, caption: "#hush")
        await world.logIn("eve")
        await world.run("follow", "dan")
        await world.run("like", post)
        await world.logIn("dan")
        await world.run("follow", "eve")
        await world.signUp("cem")
        func words() -> StoredWords { StoredWords([], variables: ["HOME": world.folder.path]) }
        func lists() async -> [(status: Int32, text: String)] {
            var lists: [(Int32, String)] = []
            for command in [
                ["followers", "dan"], ["following", "dan"], ["likes", post], ["tags"],
                ["followers", "dam"],
            ] {
                lists.append(await world.run(command, columns: nil))
            }
            return lists
        }
        let before = await lists()
        #expect(before.map(\.status) == [0, 0, 0, 0, 67])
        for (list, name) in zip(before, ["@eve", "@eve", "@eve", "#hush"]) {
            #expect(list.text.contains(name))
        }
        #expect(before[4].text.contains("“dan”"))
        #expect(words().usernames(startingWith: "@d") == ["@dan"])
        #expect(words().tags(startingWith: "hu") == ["hush"] && words().posts(for: nil).count == 1)
        #expect(words().blockedUsernames(startingWith: "").isEmpty)

        await world.run("block", "dan")
        let after = await lists()
        #expect(after.map(\.status) == [0, 0, 66, 0, 67])
        #expect(after[0].text == "You have blocked @dan.\n" && after[1].text == after[0].text)
        #expect(!after[3].text.contains("hush") && !after[4].text.contains("“dan”"))
        #expect(words().usernames(startingWith: "").sorted() == ["cem", "eve"])
        #expect(words().tags(startingWith: "hu").isEmpty && words().posts(for: nil).isEmpty)
        #expect(words().blockedUsernames(startingWith: "@d") == ["@dan"])
        let (status, text) = await world.run("unlike", post, columns: nil)
        #expect(status == 66 && !text.contains("hush"))
    }

    /// Posts a picture and returns the ID of the post.
    private static func post(_ world: CommandWorld, caption: String = "") async throws -> String {
        let (_, text) = await world.run(
            "post",
            world.path("sunset.jpg"),
            "--caption",
            caption,
            "--format",
            "json",
            columns: nil
        )
        return String(try #require(text.firstMatch(of: /"id" : "(-.{19})"/)).1)
    }
}
