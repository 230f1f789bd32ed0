import TimelineCore

extension RepositoryLaws {
    /// Checks that posts and comments can be found by the last characters of their ID.
    ///
    /// - Parameter newRepository: A closure that creates an empty repository.
    /// - Throws: ``LawViolation``, which lists all broken rules.
    static func shortIDs(_ newRepository: Maker) throws {
        try check(
            "Short IDs",
            newRepository,
            [
                "Endings of every length match, in order and up to the limit.": everyLength,
                "Endings of comments match comments only.": commentsOnly,
            ]
        )
    }

    private static func everyLength(_ newRepository: Maker) throws {
        let repository = try newRepository()
        var make = RecordMaker()
        let content = Post.Content(photos: [TestPhotos.photo(seed: 1)])
        // The second ID ends in the same two characters as the first, the third in the same one,
        // and the fourth in another one.
        let first = try make.post(.leia, content)
        func ending(_ length: Int, of id: Post.ID) -> Substring { id.description.suffix(length) }
        let posts = [
            first,
            try make.post(.leia, content) { ending(2, of: $0) == ending(2, of: first.post) },
            try make.post(.leia, content) { id in
                ending(1, of: id) == ending(1, of: first.post)
                    && ending(2, of: id) != ending(2, of: first.post)
            },
            try make.post(.leia, content) { ending(1, of: $0) != ending(1, of: first.post) },
        ]
        let ids = posts.map(\.post.pushID)
        try repository.apply([try make.user(.leia, "leia")] + posts.reversed())
        try repository.read { reader throws in
            for length in 1...20 {
                for id in ids {
                    let text = String(ending(length, of: Post.ID(id)))
                    let expected = ids.filter { $0.description.hasSuffix(text) }
                    try expect(
                        reader.pushIDs(of: .post, endingWith: text, limit: 9),
                        equals: expected
                    )
                    try expect(reader.pushIDs(of: .comment, endingWith: text, limit: 9).isEmpty)
                }
            }
            let last = String(ending(1, of: Post.ID(ids[0])))
            try expect(
                reader.pushIDs(of: .post, endingWith: last, limit: 9),
                equals: Array(ids.prefix(3))
            )
            try expect(
                reader.pushIDs(of: .post, endingWith: last, limit: 2),
                equals: Array(ids.prefix(2))
            )
            try expect(reader.pushIDs(of: .post, endingWith: "no!", limit: 9).isEmpty)
            try expect(reader.pushIDs(of: .post, endingWith: "é", limit: 9).isEmpty)
        }
    }

    private static func commentsOnly(_ newRepository: Maker) throws {
        let repository = try newRepository()
        var make = RecordMaker()
        let post = try make.post(.leia)
        let comments = [
            try make.comment(.leia, on: post, "a"), try make.comment(.leia, on: post, "b"),
        ]
        try repository.apply([try make.user(.leia, "leia"), post] + comments)
        try repository.read { reader throws in
            let ending = String(comments[0].stamp.description.suffix(8))
            try expect(
                reader.pushIDs(of: .comment, endingWith: ending, limit: 9),
                equals: [comments[0].stamp]
            )
            try expect(reader.pushIDs(of: .post, endingWith: ending, limit: 9).isEmpty)
        }
    }
}
