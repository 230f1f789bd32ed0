public import TimelineCore

extension RepositoryLaws {
    /// Checks that a post has the tags that appear in its caption and in its author's comments.
    ///
    /// - Parameter newRepository: A closure that creates an empty repository.
    /// - Throws: ``LawViolation``, which lists all broken rules.
    public static func tags(_ newRepository: Maker) throws {
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
