public import TimelineCore

extension RepositoryLaws {
    /// Checks that posts and comments can be found by the last characters of their ID.
    ///
    /// - Parameter newRepository: A closure that creates an empty repository.
    /// - Throws: ``LawViolation``, which lists all broken rules.
    public static func shortIDs(_ newRepository: Maker) throws {
        try check(
            "Short IDs",
            newRepository,
            [
                "Endings of every length match, in order and up to the limit.": everyLength,
                "Endings of comments match comments only.": commentsOnly,
            ]
        )
    }

    private static func id(_ milliseconds: UInt64, low: UInt64) -> PushID {
        PushID(milliseconds: milliseconds, random: (0, low))
    }

    private static func everyLength(_ newRepository: Maker) throws {
        let repository = try newRepository()
        var make = ChangeMaker()
        let base: UInt64 = 1_700_000_000_000
        // The first two IDs have the same last 24 bits, and the first three have the same last 6
        // bits.
        let ids = [
            Self.id(base, low: 0xABCDEF), Self.id(base + 1, low: 0xFF_ABCDEF),
            Self.id(base + 2, low: 0x12_34002F),
            Self.id(base + 3, low: 0x01),
        ]
        let content = Post.Content(photos: [TestPhotos.photo(seed: 1)])
        let posts = ids.map { Change(stamp: $0, author: .leia, action: .postAdded(content)) }
        try repository.apply([try make.user(.leia, "leia")] + posts.reversed())
        try repository.read { reader throws in
            for length in 1...20 {
                for id in ids {
                    let text = String(id.description.suffix(length))
                    let expected = ids.filter { $0.description.hasSuffix(text) }.map(Post.ID.init)
                    try expect(reader.postIDs(endingWith: text, limit: 9), equals: expected)
                    try expect(reader.commentIDs(endingWith: text, limit: 9).isEmpty)
                }
            }
            let last = String(ids[0].description.suffix(1))
            try expect(
                reader.postIDs(endingWith: last, limit: 2),
                equals: ids.prefix(2).map(Post.ID.init)
            )
            try expect(reader.postIDs(endingWith: "no!", limit: 9).isEmpty)
            try expect(reader.postIDs(endingWith: "é", limit: 9).isEmpty)
        }
    }

    private static func commentsOnly(_ newRepository: Maker) throws {
        let repository = try newRepository()
        var make = ChangeMaker()
        let post = make.post(.leia)
        let comments = [make.comment(.leia, on: post, "a"), make.comment(.leia, on: post, "b")]
        try repository.apply([try make.user(.leia, "leia"), post] + comments)
        try repository.read { reader throws in
            let ending = String(comments[0].stamp.description.suffix(8))
            try expect(
                reader.commentIDs(endingWith: ending, limit: 9),
                equals: [comments[0].comment]
            )
            try expect(reader.postIDs(endingWith: ending, limit: 9).isEmpty)
        }
    }
}
