import Testing

@Suite("Golden transcripts: posts")
struct GoldenPostTranscriptTests {
    @Test("Posts are accepted or rejected")
    func posting() async throws {
        let world = try CommandWorld()
        await world.run("post", "--image", world.path("sunset.jpg"))
        await world.signUp("leia")
        await world.run("feed")
        await world.run("post")
        await world.run("post", "--image", world.path("missing.jpg"))
        await world.run("post", "--image", world.path("sunset.jpg"), world.path("notes.jpg"))
        await world.run("post", "--image", world.path("sunset.jpg"), "--at", "91,0")
        await world.run("feed")
        await world.run(
            "post",
            "--image",
            world.path("sunset.jpg"),
            world.path("map.png"),
            "--alt",
            "Two suns",
            "--alt",
            "-a map-",
            "--caption",
            "-",
            "--place",
            "Lars homestead",
            "--at",
            "-33.9,18.4",
            input: ["Evening 🌅 at home, 夕焼け、", "with \u{202E}a hidden\u{1B}[31m order."]
        )
        await world.run("feed", "--format", "json")
        await world.run("doctor")
        try Golden.expect(world.transcript, named: "posting")
    }

    @Test("Likes, comments, edits and deletions, and their permissions")
    func replies() async throws {
        let world = try CommandWorld()
        await world.signUp("leia")
        let posted =
            await world.run("post", "--image", world.path("sunset.jpg"), "--format", "json").text
        let id = try #require(posted.firstMatch(of: /"id" : "(-[^"]{19})"/)?.1)
        await world.signUp("hansolo")
        await world.run("feed")
        await world.run("follow", "leia")
        await world.run("follow", "hansolo")
        await world.run("feed")
        await world.run("like", String(id))
        await world.run("like", String(id.dropFirst()))
        await world.run("comment", String(id.suffix(4)), "I know.")
        await world.run("comment", String(id), "-", input: ["A second one,", "of two lines."])
        await world.run("show", String(id))
        await world.run("edit", String(id), "--caption", "Not mine")
        await world.run("delete", String(id))
        await world.run("unlike", String(id))
        await world.logIn("leia")
        await world.run("edit", String(id), "--caption", "Mine - and edited")
        let page = await world.run("show", String(id), "--format", "json").text
        let comment = try #require(page.firstMatch(of: /"id" : "(-[^"]{19})",\s+"post"/)?.1)
        await world.run("delete", String(comment))
        await world.run("save", String(id), "-o", world.path("copy.jpg"))
        await world.run("save", String(id), "-o", world.path("copy.jpg"))
        await world.run("delete", String(id))
        await world.run("show", String(id))
        await world.run("feed")
        await world.run("doctor")
        try Golden.expect(world.transcript, named: "replies")
    }

    @Test("A feed is read page by page, resumed, and limited to new posts")
    func pages() async throws {
        let world = try CommandWorld()
        await world.signUp("leia")
        for number in 1...5 {
            await world.run(
                "post",
                "--image",
                world.path("sunset.jpg"),
                "--caption",
                "Picture \(number)"
            )
        }
        let first = await world.run("feed", "--limit", "2").text
        let next = try #require(first.firstMatch(of: /--before (\S+)/)?.1)
        await world.run("feed", "--limit", "2", "--before", String(next))
        await world.run("feed", "--limit", "2", "--resume")
        await world.run("feed", "--limit", "2", "--resume")
        await world.run("feed", "--new")
        await world.run("post", "--image", world.path("map.png"), "--caption", "Picture 6")
        await world.run("feed", "--new")
        await world.run("feed", "--of", "@leia", "--limit", "1")
        await world.run("logout")
        await world.run("feed")
        await world.run("feed", "--everyone", "--limit", "1")
        await world.run("feed", "--new", "--everyone")
        await world.run("feed", "--limit", "0")
        try Golden.expect(world.transcript, named: "pages")
    }

    @Test("Bookmarks and liked posts are listed, the newest first, in pages")
    func bookmarks() async throws {
        let world = try CommandWorld()
        await world.run("bookmarks")
        await world.signUp("leia")
        await world.run("bookmarks")
        await world.run("likes", "--mine")
        let picture = world.path("sunset.jpg")
        var ids: [String] = []
        for number in 1...3 {
            let posted =
                await world.run(
                    "post",
                    picture,
                    "--caption",
                    "Picture \(number)",
                    "--format",
                    "json"
                )
                .text
            ids.append(String(try #require(posted.firstMatch(of: /"id" : "(-[^"]{19})"/)?.1)))
        }
        await world.signUp("hansolo")
        for number in [1, 0, 2] {
            await world.run("bookmark", String(ids[number].suffix(6)))
            await world.run("like", ids[number])
        }
        await world.run("bookmark", ids[2], "--format", "json")
        await world.run("bookmarks", "--limit", "2")
        await world.run("bookmarks", "--limit", "2", "--before", ids[0])
        await world.run("bookmarks", "--limit", "1", "--format", "json")
        await world.run("bookmarks", "--before", ids[1])
        await world.run("likes", "--mine", "--limit", "2")
        await world.run("likes", "--mine", "--before", ids[0])
        await world.run("unbookmark", ids[0])
        await world.run("unbookmark", ids[0])
        await world.run("unlike", ids[1])
        await world.logIn("leia")
        await world.run("bookmarks")
        await world.run("unbookmark", ids[0])
        await world.run("delete", ids[2])
        await world.logIn("hansolo")
        await world.run("bookmarks")
        await world.run("unbookmark", ids[2])
        await world.run("bookmark", ids[2])
        await world.run("likes", "--mine")
        await world.run("likes")
        await world.run("likes", ids[0], "--mine")
        await world.run("likes", ids[0], "--before", ids[1])
        await world.run("likes", "--mine", "--after", "leia")
        await world.run("bookmarks", "--limit", "0")
        try Golden.expect(world.transcript, named: "bookmarks")
    }

    @Test("Activity is shown in groups, marked as new, and read page by page")
    func activity() async throws {
        let world = try CommandWorld()
        await world.signUp("leia")
        await world.run("activity")
        let picture = world.path("sunset.jpg")
        let posted = await world.run("post", "--image", picture, "--format", "json").text
        let id = String(try #require(posted.firstMatch(of: /"id" : "(-[^"]{19})"/)?.1))
        await world.run("likes", id)
        for name in ["hansolo", "luke", "lando", "chewie"] {
            await world.signUp(name)
            await world.run("like", id)
        }
        await world.run("comment", id, "I know.")
        await world.run("follow", "leia")
        await world.run("post", "--image", picture, "--caption", "With @leia")
        await world.run("likes", id, "--limit", "2")
        await world.logIn("leia")
        let first = await world.run("activity", "--limit", "3").text
        let cursor = String(try #require(first.firstMatch(of: /--after (\S+)/)?.1))
        await world.run("activity", "--limit", "3", "--after", cursor)
        await world.run("activity")
        await world.run("activity", "--limit", "1", "--format", "json")
        await world.run("activity", "--after", "nowhere")
        try Golden.expect(world.transcript, named: "activity")
    }

    @Test("Places and descriptions are edited, and found")
    func details() async throws {
        let world = try CommandWorld()
        await world.signUp("leia")
        let posted =
            await world.run("post", "--image", world.path("sunset.jpg"), "--format", "json").text
        let id = String(try #require(posted.firstMatch(of: /"id" : "(-[^"]{19})"/)?.1))
        await world.run("edit", id)
        await world.run("edit", id, "--alt", "Two suns", "--place", "Tatooine")
        await world.run("edit", id, "--at", "33.5,7.25")
        await world.run("search", "tatooine")
        await world.run("search", "two suns")
        await world.run("edit", id, "--alt", "", "--no-place", "--caption", "Dusk")
        await world.run("edit", id, "--alt", "One", "--alt", "Two")
        await world.run("edit", id, "--no-place", "--place", "Hoth")
        await world.run("search", "tatooine")
        try Golden.expect(world.transcript, named: "details")
    }
}
