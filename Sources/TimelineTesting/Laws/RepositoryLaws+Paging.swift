import TimelineCore

extension RepositoryLaws {
    /// Checks that consecutive small pages contain the same items as one large page.
    ///
    /// - Parameter newRepository: A closure that creates an empty repository.
    /// - Throws: ``LawViolation``, which lists all broken rules.
    static func paging(_ newRepository: Maker) throws {
        try check(
            "Paging",
            newRepository,
            [
                "Pages of referenced blobs are ascending, and contain each blob once.": blobPages
            ]
        )
    }

    private static func blobPages(_ newRepository: Maker) throws {
        let repository = try newRepository()
        var make = RecordMaker()
        let leia = try make.user(.leia, "leia")
        // The posts of han are pending, because this user has no username.
        let posts = try (1...12)
            .map { try make.post($0 % 3 == 0 ? .han : .leia, "", photo: $0 % 8) }
        try repository.apply([leia] + posts)
        let expected = Set(posts.flatMap(\.blobs)).sorted()
        try expect(expected.count > 6)
        try repository.read { reader throws in
            for limit in 1...4 {
                let pages = try pages { try reader.referencedBlobs(after: $0, limit: limit) }
                try expect(pages.flatMap(\.items), equals: expected)
                try expect(pages.allSatisfy { $0.items.count <= limit })
            }
        }
    }

    /// Reads all pages, up to a limit of 5,000, so that a cursor that moves backwards ends in a
    /// violation.
    private static func pages<Item, Cursor>(
        _ read: (Cursor?) throws -> Page<Item, Cursor>
    ) throws -> [Page<Item, Cursor>] {
        var pages = [try read(nil)]
        while let cursor = pages.last?.next {
            try expect(pages.count < 5000)
            pages.append(try read(cursor))
        }
        return pages
    }
}

extension RepositoryLaws {
    /// Checks that a query with a limit of zero or less returns nothing.
    ///
    /// - Parameter newRepository: A closure that creates an empty repository.
    /// - Throws: ``LawViolation``, which lists all broken rules.
    static func limits(_ newRepository: Maker) throws {
        try check(
            "Limits",
            newRepository,
            [
                "Every query with a limit of zero or below returns nothing.": everyQuery
            ]
        )
    }

    private static func everyQuery(_ newRepository: Maker) throws {
        for limit in [0, -1, .min] { try everyQuery(newRepository, limit: limit) }
    }

    private static func everyQuery(_ newRepository: Maker, limit: Int) throws {
        let repository = try newRepository()
        var make = RecordMaker()
        let post = try make.post(.leia, "a #tag for @leia")
        try repository.apply([
            try make.user(.leia, "leia"), try make.user(.han, "han"),
            try make.record(.leia, .followed(.han)), post,
            try make.comment(.leia, on: post, "word @leia"),
            try make.record(.han, .liked(post.post)),
        ])
        let range = PostRange(limit: limit)
        let ending = String(post.stamp.description.suffix(4))
        var query = UserQuery(limit: 1)
        query.limit = limit
        let pattern = TextPattern(parts: [[["word"]]])
        try repository.read { reader throws in
            try expect(reader.users(query).isEmpty)
            try expect(reader.users(UserQuery(matching: "l", limit: limit)).isEmpty)
            try expect(reader.users(UserQuery(.followers(of: .han), limit: limit)).isEmpty)
            try expect(reader.postIDs(.all, in: range).isEmpty)
            try expect(reader.postIDs(.by(.leia), in: range).isEmpty)
            try expect(reader.postIDs(.tagged(Tag("tag")), in: range).isEmpty)
            try expect(reader.likes(by: .han, beyond: .max, ascending: false, limit: limit).isEmpty)
            try expect(reader.likes(by: .han, beyond: .min, ascending: true, limit: limit).isEmpty)
            try expect(reader.homeTimelineShard(.whole, of: .leia, in: range).isEmpty)
            let half = TimelineShard(index: 0, count: 2)
            try expect(reader.homeTimelineShard(half, of: .leia, in: range).isEmpty)
            try expect(reader.homeShardCount(of: .leia, in: range, maximum: 1), equals: 1)
            try expect(reader.pushIDs(of: .post, endingWith: ending, limit: limit).isEmpty)
            try expect(reader.pushIDs(of: .comment, endingWith: "", limit: limit).isEmpty)
            try expect(reader.comments(on: post.post, after: nil, limit: limit).isEmpty)
            try expect(reader.commentIDs(by: .leia, in: range).isEmpty)
            try expect(reader.likers(of: post.post, limit: limit).isEmpty)
            try expect(reader.newestComments(onEach: [post.post], limit: limit).isEmpty)
            try expect(reader.activity(of: .leia, after: nil, limit: limit).isEmpty)
            try expect(reader.activityCount(of: .leia, since: 0, limit: limit), equals: 0)
            let blob = TestPhotos.photo(seed: 1).blob
            try expect(reader.postIDs(.showing(blob), in: PostRange(limit: limit)).isEmpty)
            try expect(reader.tags(startingWith: "", limit: limit).isEmpty)
            try expect(reader.words(startingWith: "", limit: limit).isEmpty)
            try expect(reader.texts(mentioning: "leia", before: .max, limit: limit).isEmpty)
            let texts = try reader.texts(matching: pattern, before: .max, from: .min, limit: limit)
            try expect(texts.isEmpty)
            let now = post.post.date
            let popular = try reader.popularPostIDs(at: now, since: Post.ID(.min), limit: limit)
            try expect(popular.isEmpty)
        }
    }
}
