public import TimelineCore

extension RepositoryLaws {
    /// Checks that the search index reflects deletions and edits.
    ///
    /// - Parameter newRepository: A closure that creates an empty repository.
    /// - Throws: ``LawViolation``, which lists all broken rules.
    public static func search(_ newRepository: Maker) throws {
        try check(
            "Search",
            newRepository,
            [
                "Deleted texts and the previous versions of edited texts are not found.":
                    deletedTexts
            ]
        )
    }

    private static func deletedTexts(_ newRepository: Maker) throws {
        let repository = try newRepository()
        var make = ChangeMaker()
        make.step = 0
        let posts = ["one sun", "two sun", "three sun"].map { make.post(.leia, $0) }
        let comment = make.comment(.leia, on: posts[0], "sun too")
        try repository.apply([try make.user(.leia, "leia")] + posts + [comment])
        func matches() throws -> [TextID] {
            try repository.read { reader in
                let pattern = try TextQuery("sun").pattern(expand: reader.words)
                return try pattern.map {
                    try reader.texts(matching: $0, before: .max, from: .min, limit: 9)
                } ?? []
            }
        }
        try expect(matches().count, equals: 4)
        try repository.apply([make.change(.leia, .captionEdited(posts[1].post, caption: "moon"))])
        try expect(
            matches(),
            equals: [.comment(comment.comment), .caption(posts[2].post), .caption(posts[0].post)]
        )
        try repository.apply([make.change(.leia, .postDeleted(posts[0].post))])
        try expect(matches(), equals: [.caption(posts[2].post)])
        try repository.apply([make.change(.leia, .profileRemoved)])
        try expect(matches(), equals: [])
        try expect(repository.read { try $0.words(startingWith: "", limit: 9) }, equals: [])
        try expect(repository.audit(repairing: false).isEmpty)
    }
}
