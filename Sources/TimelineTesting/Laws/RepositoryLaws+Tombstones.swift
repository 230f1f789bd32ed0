public import TimelineCore

extension RepositoryLaws {
    /// Checks that deleted items never reappear.
    ///
    /// - Parameter newRepository: A closure that creates an empty repository.
    /// - Throws: ``LawViolation``, which lists all broken rules.
    public static func tombstones(_ newRepository: Maker) throws {
        try check(
            "Tombstones",
            newRepository,
            [
                "Deleting a post deletes its comments and likes, and none come back.": deletedPost,
                "A deletion that arrives before its post or comment holds.": earlyDeletion,
                "Removing a user removes everything of theirs, and nothing comes back.":
                    removedUser,
                "A removal that arrives before its user holds.": earlyRemoval,
                "A removed user has no timeline.": timelineOfRemovedUser,
            ]
        )
    }

    private static func deletedPost(_ newRepository: Maker) throws {
        let repository = try newRepository()
        var make = ChangeMaker()
        let users = [try make.user(.leia, "leia"), try make.user(.han, "han")]
        let post = make.post(.leia)
        let comment = make.comment(.han, on: post, "nice")
        let like = make.change(.han, .liked(post.post))
        try repository.apply(users + [post, comment, like])
        try repository.apply([make.change(.leia, .postDeleted(post.post))])
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
        var make = ChangeMaker()
        let leia = try make.user(.leia, "leia")
        let gone = make.post(.leia)
        let post = make.post(.leia)
        let comment = make.comment(.leia, on: post, "unsaid")
        let deletions = [
            make.change(.leia, .postDeleted(gone.post)),
            make.change(.leia, .commentDeleted(comment.comment)),
        ]
        try repository.apply(deletions + [leia, gone, post, comment])
        try repository.read { reader throws in
            try expect(
                reader.postIDs(in: .init(before: Post.ID(.max), limit: 9)),
                equals: [post.post]
            )
            try expect(reader.comment(comment.comment), equals: nil)
            try expect(reader.post(post.post, for: nil)?.commentCount, equals: 0)
        }
    }

    private static func removedUser(_ newRepository: Maker) throws {
        let repository = try newRepository()
        var make = ChangeMaker()
        let post = make.post(.han, "stays")
        let changes = [
            try make.user(.leia, "leia"), try make.user(.han, "han"), post, make.post(.leia),
            make.comment(.leia, on: post, "bye"), make.change(.leia, .liked(post.post)),
            make.change(.leia, .followed(.han)), make.change(.han, .followed(.leia)),
        ]
        try repository.apply(changes)
        try repository.apply([make.change(.leia, .profileRemoved)])
        try repository.apply(changes)

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
                reader.postIDs(in: .init(before: Post.ID(.max), limit: 9)),
                equals: [post.post]
            )
        }
        try expect(repository.audit(repairing: false).isEmpty)
    }

    private static func earlyRemoval(_ newRepository: Maker) throws {
        let repository = try newRepository()
        var make = ChangeMaker()
        let leia = try make.user(.leia, "leia")
        let post = make.post(.leia)
        let deletion = make.change(.leia, .profileRemoved)
        try repository.apply([post, deletion, leia])
        try repository.apply([post])
        try repository.read { reader throws in
            try expect(reader.user(.leia), equals: nil)
            try expect(reader.post(post.post, for: nil), equals: nil)
        }
    }

    private static func timelineOfRemovedUser(_ newRepository: Maker) throws {
        let repository = try newRepository()
        var make = ChangeMaker()
        let post = make.post(.han)
        let users = [try make.user(.leia, "leia"), try make.user(.han, "han")]
        try repository.apply(users + [post, make.change(.leia, .followed(.han))])
        let range = PostRange(before: Post.ID(.max), limit: 1)
        func timeline() throws -> HomePageIDs? {
            try repository.read { try $0.homePageIDs(of: .leia, in: range, maximumShards: 1) }
        }
        try expect(timeline(), equals: .ids([post.post]))
        try expect(repository.read { try $0.exists(.leia) })
        try repository.apply([make.change(.leia, .profileRemoved)])
        try expect(timeline(), equals: nil)
        try expect(!repository.read { try $0.exists(.leia) })
        let shard = try repository.read {
            try $0.homeTimelineShard(.whole, of: .leia, in: range)
        }
        try expect(shard.isEmpty)
    }
}
