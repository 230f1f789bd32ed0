import TimelineCore

extension RepositoryLaws {
    /// Checks that texts are returned exactly as they were written, byte for byte.
    ///
    /// - Parameter newRepository: A closure that creates an empty repository.
    /// - Throws: ``LawViolation``, which lists all broken rules.
    static func texts(_ newRepository: Maker) throws {
        try check(
            "Texts",
            newRepository,
            [
                "Captions, comments and profile fields are returned byte for byte.": allFields
            ]
        )
    }

    private static func allFields(_ newRepository: Maker) throws {
        let texts = [
            "", " ", "two\r\nlines", "e\u{301}", "é", "👩‍👩‍👧", "\u{202E}abc", "'; DROP TABLE post; --",
            "%_\\",
        ]
        for text in texts { try allFields(newRepository, text: text) }
    }

    private static func allFields(_ newRepository: Maker, text: String) throws {
        let repository = try newRepository()
        var make = RecordMaker()
        let post = try make.post(.leia, text)
        // Only captions may be blank, and URLs begin with a host.
        let (filled, url) = ("a " + text, "https://example.org/" + text)
        let reply = try make.comment(.leia, on: post, filled)
        let update = ProfileUpdate(displayName: .set(filled), bio: .set(filled), url: .set(url))
        let profile = try [make.user(.leia, "leia")] + make.profile(.leia, update)
        try repository.apply(profile + [post, reply])
        try repository.apply([post, reply])
        try repository.read { reader throws in
            let view = try require(try reader.post(post.post, for: nil))
            let user = view.author
            let stored = [
                (view.caption, text), (user.displayName, filled), (user.bio, filled),
                (user.url, url), (try reader.comment(reply.comment)?.text, filled),
            ]
            for (stored, text) in stored {
                try expect(stored.map { Array($0.utf8) }, equals: Array(text.utf8))
            }
        }
    }
}

extension RepositoryLaws {
    /// Checks that a post has the tags that appear in its caption and in its author's comments.
    ///
    /// - Parameter newRepository: A closure that creates an empty repository.
    /// - Throws: ``LawViolation``, which lists all broken rules.
    static func tags(_ newRepository: Maker) throws {
        try check(
            "Tags",
            newRepository,
            [
                "A post has the tags of its caption and of its author's comments, each counted once.":
                    tagsOfPosts
            ]
        )
    }

    private static func tagsOfPosts(_ newRepository: Maker) throws {
        let repository = try newRepository()
        var make = RecordMaker()
        let first = try make.post(.leia, "A #Sunset")
        let second = try make.post(.leia, "no tag")
        let own = try make.comment(.leia, on: second, "#sunset #hoth")
        let others = try make.comment(.han, on: second, "#falcon")
        try repository.apply(
            [try make.user(.leia, "leia"), try make.user(.han, "han"), first, second, own, others]
        )
        let range = PostRange(limit: 10)
        func posts(_ tag: String) throws -> [Post.ID] {
            try repository.read { try $0.postIDs(.tagged(try Tag(tag)), in: range) }
        }
        func counts() throws -> [String] {
            try repository.read { try $0.tags(startingWith: "", limit: 9) }
                .map { "\($0.tag) \($0.postCount)" }
        }
        try expect(posts("SUNSET"), equals: [second.post, first.post])
        try expect(posts("falcon"), equals: [])
        try expect(counts(), equals: ["#sunset 2", "#hoth 1"])
        // A tag in both the caption and a comment is counted once, until it is removed from both.
        let edit = try make.record(
            .leia,
            .postEdited(second.post, PostEdit(caption: "now #sunset"))
        )
        try repository.apply([edit])
        try expect(counts(), equals: ["#sunset 2", "#hoth 1"])
        try repository.apply([try make.record(.leia, .commentDeleted(own.comment))])
        try expect(counts(), equals: ["#sunset 2"])
        try repository.apply([
            try make.record(.leia, .postEdited(second.post, PostEdit(caption: "none")))
        ])
        try expect(posts("sunset"), equals: [first.post])
        try repository.apply([try make.record(.leia, .postDeleted(first.post))])
        try expect(counts(), equals: [])
        try expect(repository.audit(repairing: false).isEmpty)
    }
}
