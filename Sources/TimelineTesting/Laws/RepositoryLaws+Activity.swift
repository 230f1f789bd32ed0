import TimelineCore

extension RepositoryLaws {
    /// Checks the likes, comments, mentions and follows that concern a user.
    ///
    /// - Parameter newRepository: A closure that creates an empty repository.
    /// - Throws: ``LawViolation``, which lists all broken rules.
    static func activity(_ newRepository: Maker) throws {
        try check(
            "Activity",
            newRepository,
            [
                "Activity is ordered by arrival.": arrivalOrder,
                "A user's own activity does not concern them.": ownActivity,
                "Deleted and removed items, and everything of deleted accounts, disappear.":
                    takenBack,
                "A like that only gets a newer stamp stays in its place.": repeatedLike,
                "An event arrives with the last record that it needs, and stays in its place.":
                    pendingActivity,
                "Whether an event is new depends on the arrival of its own record.":
                    oldPendingActivity,
                "Items that were old on arrival are not counted.": oldActivity,
                "Each event is on one page, also with equal stamps.": activityPages,
                "Mentions follow the displayed username.": renamedUser,
                "The last visit is stored for each user.": lastVisit,
            ]
        )
    }

    /// A repository with a post by leia, and with the users leia, han and luke.
    private struct Stage {
        let repository: any Repository
        var make = RecordMaker()
        let post: VerifiedRecord

        init(_ newRepository: Maker) throws {
            repository = try newRepository()
            let users = [
                try make.user(.leia, "leia"), try make.user(.han, "han"),
                try make.user(.luke, "luke"),
            ]
            post = try make.post(.leia, "first @leia")
            try repository.apply(users + [post])
        }

        func events(
            after position: ActivityEvent.Position? = nil,
            limit: Int = .max
        ) throws -> [ActivityEvent] {
            try repository.read { try $0.activity(of: .leia, after: position, limit: limit) }
        }

        func count(since epoch: Int = 0, limit: Int = 100) throws -> Int {
            try repository.read { try $0.activityCount(of: .leia, since: epoch, limit: limit) }
        }
    }

    private static func arrivalOrder(_ newRepository: Maker) throws {
        var stage = try Stage(newRepository)
        let like = try stage.make.record(.han, .liked(stage.post.post))
        let comment = try stage.make.comment(.luke, on: stage.post, "for @leia, one event")
        let mention = try stage.make.post(.han, "with @Leia")
        let reply = try stage.make.comment(.luke, on: mention, "so does @leia")
        let follow = try stage.make.record(.luke, .followed(.leia))
        // Each record arrives in a separate batch, and the oldest arrives last. No mention can
        // precede the post that contains it.
        let arrivals = [follow, mention, reply, comment, like]
        var epochs = [try stage.repository.epoch()]
        for record in arrivals {
            try stage.repository.apply([record])
            epochs.append(try stage.repository.epoch())
        }
        let events = try stage.events()
        try expect(events.map(\.arrival), equals: epochs.dropFirst().reversed())
        try expect(epochs, equals: Set(epochs).sorted())
        try expect(events.map(\.kind), equals: [.like, .comment, .mention, .mention, .follow])
        try expect(events.map(\.stamp), equals: arrivals.reversed().map(\.stamp))
        try expect(events.map(\.user), equals: [.han, .luke, .luke, .han, .luke])
        let posts = [stage.post.post, stage.post.post, mention.post, mention.post, nil]
        try expect(events.map(\.post), equals: posts)
        try expect(
            events.map(\.comment),
            equals: [nil, comment.comment, reply.comment, nil, nil]
        )
        try expect(stage.count(since: epochs[0]), equals: 5)
        try expect(stage.count(since: epochs[4]), equals: 1)
        try expect(stage.count(since: epochs[5]), equals: 0)
        try expect(stage.count(limit: 3), equals: 3)
        try expect(stage.events(limit: 2).map(\.kind), equals: [.like, .comment])
        try expect(stage.events(limit: 0).isEmpty)
        try stage.repository.read { reader in
            let nobody = try reader.activity(of: User.ID(number: 99), after: nil, limit: 9)
            try expect(nobody.isEmpty)
            try expect(reader.activityCount(of: User.ID(number: 99), since: 0, limit: 9), equals: 0)
        }
    }

    private static func ownActivity(_ newRepository: Maker) throws {
        var stage = try Stage(newRepository)
        let other = try stage.make.post(.han)
        try stage.repository.apply([
            other, try stage.make.record(.leia, .liked(stage.post.post)),
            try stage.make.comment(.leia, on: stage.post, "to @leia"),
            try stage.make.comment(.leia, on: other, "to @leia"),
            try stage.make.comment(.luke, on: other, "to @han"),
            try stage.make.record(.luke, .liked(other.post)),
            try stage.make.record(.luke, .followed(.han)),
        ])
        try expect(stage.events(), equals: [])
        try expect(stage.count(), equals: 0)
    }

    private static func takenBack(_ newRepository: Maker) throws {
        var stage = try Stage(newRepository)
        let post = stage.post.post
        let comments = [
            try stage.make.comment(.han, on: stage.post, "deleted"),
            try stage.make.comment(.luke, on: stage.post, "of a removed user"),
        ]
        let mention = try stage.make.post(.luke, "@leia")
        let reply = try stage.make.comment(.han, on: mention, "@leia")
        let gone = try stage.make.post(.leia, "gone")
        try stage.repository.apply(
            comments + [
                mention, reply, gone, try stage.make.record(.han, .liked(post)),
                try stage.make.record(.han, .liked(gone.post)),
                try stage.make.record(.luke, .liked(post)),
                try stage.make.record(.han, .followed(.leia)),
                try stage.make.record(.luke, .followed(.leia)),
            ]
        )
        try expect(stage.count(), equals: 9)
        try stage.repository.apply([
            try stage.make.record(.han, .commentDeleted(comments[0].comment)),
            try stage.make.record(.han, .unliked(post)),
            try stage.make.record(.leia, .postDeleted(gone.post)),
            try stage.make.record(.han, .unfollowed(.leia)),
        ])
        let kinds = try stage.events().map(\.kind)
        try expect(kinds.sorted(), equals: [.like, .comment, .mention, .mention, .follow])
        try stage.repository.apply([try stage.make.accountDeleted(.luke)])
        try expect(stage.events(), equals: [])
        try expect(stage.count(), equals: 0)
    }

    private static func repeatedLike(_ newRepository: Maker) throws {
        var stage = try Stage(newRepository)
        let like = { (stage: inout Stage, user: User.ID) in
            try stage.make.record(user, .liked(stage.post.post))
        }
        for user in [User.ID.han, .luke, .han] {
            try stage.repository.apply([like(&stage, user)])
        }
        try expect(stage.events().map(\.user), equals: [.luke, .han])
        let epoch = try stage.repository.epoch()
        try stage.repository.apply([try stage.make.record(.han, .unliked(stage.post.post))])
        try stage.repository.apply([like(&stage, .han)])
        try expect(stage.events().map(\.user), equals: [.han, .luke])
        try expect(stage.count(since: epoch), equals: 1)
    }

    private static func pendingActivity(_ newRepository: Maker) throws {
        var stage = try Stage(newRepository)
        let (chewie, post) = (User.ID(number: 4), try stage.make.post(.leia))
        let events = [
            try stage.make.record(chewie, .liked(stage.post.post)),
            try stage.make.record(chewie, .followed(.leia)),
            try stage.make.comment(.han, on: post, "before its post"),
        ]
        try stage.repository.apply(events)
        try expect(stage.events(), equals: [])
        var arrivals: [Int] = []
        for record in [post, try stage.make.user(chewie, "chewie")] {
            try stage.repository.apply([record])
            arrivals.append(try stage.repository.epoch())
        }
        let expected = [arrivals[1], arrivals[1], arrivals[0]]
        try expect(stage.events().map(\.arrival), equals: expected)
        try stage.repository.apply([
            try stage.make.user(chewie, "chewbacca"), try stage.make.user(.leia, "organa"),
            try stage.make.record(.leia, .postEdited(post.post, PostEdit(caption: "edited"))),
            try stage.make.record(chewie, .followed(.leia)),
        ])
        try expect(stage.events().map(\.arrival), equals: expected)
    }

    private static func oldPendingActivity(_ newRepository: Maker) throws {
        var stage = try Stage(newRepository)
        let chewie = User.ID(number: 4)
        let old = [
            try stage.make.record(chewie, .liked(stage.post.post)),
            try stage.make.comment(chewie, on: stage.post, "old"),
            try stage.make.record(chewie, .followed(.leia)),
        ]
        let name = try stage.make.user(chewie, "chewie")
        try stage.repository.apply(old, oldestNews: name.stamp)
        try stage.repository.apply([name])
        try expect(stage.events().map(\.arrival), equals: [0, 0, 0])
        try expect(stage.count(), equals: 0)
    }

    private static func oldActivity(_ newRepository: Maker) throws {
        var stage = try Stage(newRepository)
        let old = [
            try stage.make.record(.han, .liked(stage.post.post)),
            try stage.make.comment(.han, on: stage.post, "old"),
            try stage.make.post(.han, "@leia"),
            try stage.make.record(.han, .followed(.leia)),
        ]
        let new = try stage.make.comment(.luke, on: stage.post, "new")
        try stage.repository.apply(old + [new], oldestNews: new.stamp)
        try expect(stage.count(), equals: 1)
        try expect(stage.events().map(\.stamp), equals: ([new] + old.reversed()).map(\.stamp))
    }

    private static func activityPages(_ newRepository: Maker) throws {
        var stage = try Stage(newRepository)
        let users = try (10..<20)
            .map { try stage.make.user(User.ID(number: $0), "user_\($0)") }
        let stamp = stage.make.stamp()
        let follows = try users.map { user in
            try stage.make.record(user.author, .followed(.leia), at: stamp)
        }
        let likes = try users.map { try stage.make.record($0.author, .liked(stage.post.post)) }
        try stage.repository.apply(users + follows + likes.prefix(5))
        try stage.repository.apply(Array(likes.suffix(5)))
        let all = try stage.events()
        try expect(all.count, equals: 20)
        try expect(all.map(\.position), equals: all.map(\.position).sorted(by: >))
        for limit in [1, 3, 7] {
            var paged: [ActivityEvent] = []
            while true {
                let page = try stage.events(after: paged.last?.position, limit: limit)
                try expect(page.count <= limit)
                paged += page
                if page.isEmpty { break }
            }
            try expect(paged, equals: all)
        }
    }

    private static func renamedUser(_ newRepository: Maker) throws {
        var stage = try Stage(newRepository)
        let posts = [try stage.make.post(.han, "@leia"), try stage.make.post(.han, "@organa")]
        try stage.repository.apply(posts)
        try expect(stage.events().map(\.post), equals: [posts[0].post])
        try stage.repository.apply([try stage.make.user(.leia, "organa")])
        try expect(stage.events().map(\.post), equals: [posts[1].post])
        try stage.repository.apply([
            try stage.make.record(
                .han,
                .postEdited(posts[0].post, PostEdit(caption: "@organa too"))
            )
        ])
        try expect(stage.events().map(\.post), equals: [posts[1].post, posts[0].post])
    }

    private static func lastVisit(_ newRepository: Maker) throws {
        try repository(newRepository)
            .writeAccounts { accounts in
                try expect(accounts.activityEpoch(of: .leia), equals: 0)
                try accounts.setActivityEpoch(3, of: .leia)
                try accounts.setActivityEpoch(7, of: .leia)
                try accounts.setActivityEpoch(7, of: .luke)
                try expect(accounts.activityEpoch(of: .leia), equals: 7)
                try expect(accounts.activityEpoch(of: .han), equals: 0)
                try expect(accounts.activityEpoch(of: .luke), equals: 0, "without an account")
                try accounts.deleteAccount(of: .leia)
                try expect(accounts.activityEpoch(of: .leia), equals: 0)
            }
    }
}
