import TimelineCore

extension RepositoryLaws {
    /// Checks the epoch and the posts that are new since a read position.
    ///
    /// - Parameter newRepository: A closure that creates an empty repository.
    /// - Throws: ``LawViolation``, which lists all broken rules.
    static func news(_ newRepository: Maker) throws {
        try check(
            "News",
            newRepository,
            [
                "The epoch grows with each batch that is not empty.": epoch,
                "A post that arrives in a read interval is new.": latePost,
                "A post that was old on arrival is not new.": oldPost,
                "A post arrives when it is no longer pending.": pendingPost,
                "A post that arrives again is not new again.": repeatedPost,
                "Neither an edited post nor those of a renamed user are new again.": editedPost,
                "Whether a post is new depends on its own arrival.": oldPendingPost,
            ]
        )
    }

    /// A repository with posts by leia and han, and leia's read position after reading all of them.
    private struct Reading {
        let repository: any Repository
        var make = RecordMaker()
        let posts: [VerifiedRecord]
        /// A post of a user without a profile, which lies in the read interval and has not arrived.
        let late: VerifiedRecord
        let position: ReadPosition

        init(_ newRepository: Maker) throws {
            repository = try newRepository()
            let users = [try make.user(.leia, "leia"), try make.user(.han, "han")]
            let first = [try make.post(.leia), try make.post(.han)]
            late = try make.post(.luke)
            posts = first + [try make.post(.leia), try make.post(.han)]
            let follow = try make.record(.leia, .followed(.han))
            // Leave out the second post, so that tests can let it arrive later.
            try repository.apply(users + [follow, posts[0], posts[2], posts[3]])
            let epoch = try repository.epoch()
            position = ReadPosition(
                intervals: [ReadInterval(posts[0].post...posts[3].post, epoch: epoch)]
            )
        }

        /// Returns the posts that are new to leia, newest first.
        func new(_ limit: Int = .max) throws -> [Post.ID] {
            try repository.read {
                let range = PostRange(limit: limit)
                return try $0.newPostIDs(in: .home, of: .leia, since: position, in: range)
            }
        }
    }

    private static func epoch(_ newRepository: Maker) throws {
        let repository = try newRepository()
        var make = RecordMaker()
        let first = try repository.epoch()
        try repository.apply([try make.user(.leia, "leia"), try make.post(.leia)])
        let second = try repository.epoch()
        try expect(second > first)
        try repository.apply([] as [VerifiedRecord])
        try expect(repository.epoch(), equals: second)
        try expect(repository.read { try $0.epoch() }, equals: second)
        try expect(throws: Rollback()) {
            try repository.apply { (_: any SocialReader) in throw Rollback() }
        }
        try expect(repository.epoch(), equals: second)
        try repository.apply([try make.post(.leia)])
        try expect(repository.epoch() > second)
    }

    private static func latePost(_ newRepository: Maker) throws {
        var reading = try Reading(newRepository)
        try expect(reading.new(), equals: [])
        let newest = try reading.make.post(.leia)
        try reading.repository.apply([newest])
        try reading.repository.apply([reading.posts[1]])
        try expect(reading.new(), equals: [newest.post, reading.posts[1].post])
        try expect(reading.new(1), equals: [newest.post])
        // Nobody follows luke, so his post appears only in the feed of all posts.
        let luke = try reading.make.post(.luke)
        try reading.repository.apply([try reading.make.user(.luke, "luke"), luke])
        try expect(reading.new(), equals: [newest.post, reading.posts[1].post])
        let everyone = try reading.repository.read {
            let range = PostRange(limit: .max)
            return try $0.newPostIDs(in: .everyone, of: nil, since: reading.position, in: range)
        }
        try expect(everyone, equals: [luke.post, newest.post, reading.posts[1].post])
    }

    private static func oldPost(_ newRepository: Maker) throws {
        var reading = try Reading(newRepository)
        let old = try reading.make.post(.han)
        let new = try reading.make.post(.han)
        try reading.repository.apply([reading.posts[1], old, new], oldestNews: new.stamp)
        try expect(reading.new(), equals: [new.post])
        try expect(reading.new(1), equals: [new.post])
        // All posts are new to a user who has not read anything.
        let all = try reading.repository.read {
            let range = PostRange(limit: 3)
            return try $0.newPostIDs(in: .home, of: .leia, since: ReadPosition(), in: range)
        }
        try expect(all, equals: [new.post, old.post, reading.posts[3].post])
    }

    private static func pendingPost(_ newRepository: Maker) throws {
        var reading = try Reading(newRepository)
        let post = reading.late
        let follow = try reading.make.record(.leia, .followed(.luke))
        try reading.repository.apply([post, follow])
        let epoch = try reading.repository.epoch()
        try reading.repository.apply([try reading.make.user(.luke, "luke")])
        try expect(reading.new(), equals: [post.post])
        let position = ReadPosition(
            intervals: [ReadInterval(Post.ID(.min)...Post.ID(.max), epoch: epoch)]
        )
        let new = try reading.repository.read {
            let range = PostRange(limit: .max)
            return try $0.newPostIDs(in: .home, of: .leia, since: position, in: range)
        }
        try expect(new, equals: [post.post])
    }

    private static func editedPost(_ newRepository: Maker) throws {
        var reading = try Reading(newRepository)
        let edit = Intent.postEdited(reading.posts[3].post, PostEdit(caption: "edited"))
        try reading.repository.apply([
            try reading.make.record(.han, edit), try reading.make.user(.han, "solo"),
        ])
        try expect(reading.new(), equals: [])
    }

    private static func oldPendingPost(_ newRepository: Maker) throws {
        var reading = try Reading(newRepository)
        let follow = try reading.make.record(.leia, .followed(.luke))
        // The post is not new when it arrives, so the arrival of its author does not make it new.
        try reading.repository.apply([reading.late, follow], oldestNews: follow.stamp)
        try reading.repository.apply([try reading.make.user(.luke, "luke")])
        try expect(reading.new(), equals: [])
    }

    private static func repeatedPost(_ newRepository: Maker) throws {
        let reading = try Reading(newRepository)
        try reading.repository.apply(reading.posts)
        try reading.repository.apply(reading.posts)
        try expect(reading.new(), equals: [reading.posts[1].post])
    }
}
