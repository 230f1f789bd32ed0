import TimelineCore

extension RepositoryLaws {
    /// Checks that deleted items never reappear.
    ///
    /// - Parameter newRepository: A closure that creates an empty repository.
    /// - Throws: ``LawViolation``, which lists all broken rules.
    static func tombstones(_ newRepository: Maker) throws {
        try check(
            "Tombstones",
            newRepository,
            [
                "Deleting a post deletes its comments and likes, and none come back.": deletedPost,
                "A deletion that arrives before its post or comment holds.": earlyDeletion,
                "Removing a user removes everything of theirs, and nothing comes back.":
                    removedUser,
                "A removal that arrives before its user holds.": earlyRemoval,
                "A deleted account has no timeline.": timelineOfRemovedUser,
            ]
        )
    }

    private static func deletedPost(_ newRepository: Maker) throws {
        let repository = try newRepository()
        var make = RecordMaker()
        let users = [try make.user(.leia, "leia"), try make.user(.han, "han")]
        let post = try make.post(.leia)
        let comment = try make.comment(.han, on: post, "nice")
        let like = try make.record(.han, .liked(post.post))
        try repository.apply(users + [post, comment, like])
        try repository.apply([try make.record(.leia, .postDeleted(post.post))])
        for again in [post, comment, like] { try repository.apply([again]) }

        try repository.read { reader throws in
            try expect(reader.post(post.post, for: nil), equals: nil)
            try expect(reader.comment(comment.comment), equals: nil)
            try expect(reader.comments(on: post.post, after: nil, limit: 10).isEmpty)
            try expect(reader.likers(of: post.post, limit: 10).isEmpty)
            try expect(reader.referencedBlobs().isEmpty)
            try expect(reader.profile(of: .leia, for: nil)?.postCount, equals: 0)
        }
    }

    private static func earlyDeletion(_ newRepository: Maker) throws {
        let repository = try newRepository()
        var make = RecordMaker()
        let leia = try make.user(.leia, "leia")
        let gone = try make.post(.leia)
        let post = try make.post(.leia)
        let comment = try make.comment(.leia, on: post, "unsaid")
        let deletions = [
            try make.record(.leia, .postDeleted(gone.post)),
            try make.record(.leia, .commentDeleted(comment.comment)),
        ]
        try repository.apply(deletions + [leia, gone, post, comment])
        try repository.read { reader throws in
            try expect(
                reader.postIDs(.all, in: .init(limit: 9)),
                equals: [post.post]
            )
            try expect(reader.comment(comment.comment), equals: nil)
            try expect(reader.post(post.post, for: nil)?.commentCount, equals: 0)
        }
    }

    private static func removedUser(_ newRepository: Maker) throws {
        let repository = try newRepository()
        var make = RecordMaker()
        let post = try make.post(.han, "stays")
        let records = [
            try make.user(.leia, "leia"), try make.user(.han, "han"), post, try make.post(.leia),
            try make.comment(.leia, on: post, "bye"), try make.record(.leia, .liked(post.post)),
            try make.record(.leia, .followed(.han)), try make.record(.han, .followed(.leia)),
        ]
        try repository.apply(records)
        try repository.apply([try make.accountDeleted(.leia)])
        try repository.apply(records)

        try repository.read { reader throws in
            try expect(reader.user(.leia), equals: nil)
            try expect(reader.user(withUsername: "leia"), equals: nil)
            let view = try reader.post(post.post, for: .leia)
            try expect(view?.likeCount, equals: 0)
            try expect(view?.commentCount, equals: 0)
            try expect(view?.likedByViewer, equals: false)
            let han = try reader.profile(of: .han, for: .leia)
            try expect(han?.followerCount, equals: 0)
            try expect(han?.followingCount, equals: 0)
            try expect(
                reader.postIDs(.all, in: .init(limit: 9)),
                equals: [post.post]
            )
        }
        try expect(repository.audit(repairing: false).isEmpty)
    }

    private static func earlyRemoval(_ newRepository: Maker) throws {
        let repository = try newRepository()
        var make = RecordMaker()
        let leia = try make.user(.leia, "leia")
        let post = try make.post(.leia)
        let deletion = try make.accountDeleted(.leia)
        try repository.apply([post, deletion, leia])
        try repository.apply([post])
        try repository.read { reader throws in
            try expect(reader.user(.leia), equals: nil)
            try expect(reader.post(post.post, for: nil), equals: nil)
        }
    }

    private static func timelineOfRemovedUser(_ newRepository: Maker) throws {
        let repository = try newRepository()
        var make = RecordMaker()
        let post = try make.post(.han)
        let users = [try make.user(.leia, "leia"), try make.user(.han, "han")]
        try repository.apply(users + [post, try make.record(.leia, .followed(.han))])
        let range = PostRange(limit: 1)
        func timeline() throws -> [Post.ID] {
            try repository.read { try $0.homeTimelineShard(.whole, of: .leia, in: range) }
        }
        try expect(timeline(), equals: [post.post])
        try expect(repository.read { try $0.exists(.leia) })
        try repository.apply([try make.accountDeleted(.leia)])
        try expect(timeline(), equals: [])
        try expect(!repository.read { try $0.exists(.leia) })
        let count = try repository.read {
            try $0.homeShardCount(of: .leia, in: range, maximum: 4)
        }
        try expect(count, equals: 1)
    }
}
