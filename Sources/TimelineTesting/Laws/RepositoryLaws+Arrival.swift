import TimelineCore

extension RepositoryLaws {
    /// Checks when posts, comments, likes and follows arrive, and which of them are news.
    ///
    /// - Parameter newRepository: A closure that creates an empty repository.
    /// - Throws: ``LawViolation``, which lists all broken rules.
    static func arrival(_ newRepository: Maker) throws {
        try check(
            "Arrival",
            newRepository,
            [
                "An item arrives with the last record that it needs.": lastRecord,
                "A record that says nothing new arrives with the record that it replaces.":
                    replaced,
                "A username signed again while its key is revoked keeps its arrival.": signedAgain,
                "A like after an unlike is new, and a follow after an unfollow.": again,
                "A post that is not news stays so, but new replies to it are news.": oldPost,
                "Records belong to the commit that brought them.": commits,
                "Items arrive alike everywhere.": randomBatches,
            ]
        )
    }

    private static func activity(
        of user: User.ID,
        in repository: any Repository
    ) throws -> [ActivityEvent] {
        try repository.read { try $0.activity(of: user, after: nil, limit: .max) }
    }

    /// Returns the posts that arrived after an epoch, newest first.
    private static func posts(
        since epoch: Int,
        in repository: any Repository
    ) throws -> [Post.ID] {
        let all = ReadInterval(Post.ID(.min)...Post.ID(.max), epoch: epoch)
        return try repository.read { reader in
            try reader.newPostIDs(
                in: .everyone,
                of: nil,
                since: ReadPosition(intervals: [all]),
                in: PostRange(limit: .max)
            )
        }
    }

    private static func lastRecord(_ newRepository: Maker) throws {
        let repository = try newRepository()
        var make = RecordMaker()
        let users = [
            try make.user(.leia, "leia"), try make.user(.han, "han"),
            try make.user(.luke, "luke"),
        ]
        let post = try make.post(.leia)
        let replies = [
            try make.comment(.han, on: post, "hi"), try make.record(.han, .liked(post.post)),
            try make.record(.han, .followed(.leia)),
        ]
        let late = try make.comment(.luke, on: post, "luke")
        for batch in [replies, [late, users[2]], [post], [users[0]]] {
            try repository.apply(batch)
        }
        let epoch = try repository.epoch()
        try expect(activity(of: .leia, in: repository).map(\.arrival), equals: [epoch])
        try expect(posts(since: epoch - 1, in: repository), equals: [post.post])
        try repository.apply([users[1]])
        let next = try repository.epoch()
        try expect(next > epoch)
        let arrivals = try activity(of: .leia, in: repository).map(\.arrival)
        try expect(arrivals, equals: [next, next, next, epoch])
        try expect(posts(since: epoch, in: repository), equals: [])
    }

    /// A repository in which han likes and mentions a post of leia and follows her.
    private struct Likes {
        let repository: any Repository
        var make = RecordMaker()
        let post: VerifiedRecord
        let epoch: Int

        init(_ newRepository: Maker) throws {
            repository = try newRepository()
            post = try make.post(.leia)
            make.device = 1
            let username = try make.user(.han, "han")
            make.device = 0
            try repository.apply([
                try make.user(.leia, "leia"), username, post, try make.post(.han, "@leia"),
                try make.record(.han, .liked(post.post)), try make.record(.han, .followed(.leia)),
            ])
            epoch = try repository.epoch()
        }

        /// Returns the arrivals of the events of leia, by their kinds.
        func arrivals() throws -> [ActivityKind: Int] {
            let events = try activity(of: .leia, in: repository)
            return Dictionary(events.map { ($0.kind, $0.arrival) }) { max($0, $1) }
        }

        func expectNothingNew() throws {
            try expect(arrivals(), equals: [.like: epoch, .mention: epoch, .follow: epoch])
            try expect(posts(since: epoch, in: repository), equals: [])
        }
    }

    private static func replaced(_ newRepository: Maker) throws {
        var likes = try Likes(newRepository)
        let post = likes.post.post
        let batches = [
            [try likes.make.record(.leia, .postEdited(post, PostEdit(caption: "edited")))],
            [try likes.make.user(.han, "solo")], [try likes.make.record(.han, .liked(post))],
            [try likes.make.record(.han, .followed(.leia))],
            // What counts is the record that was live before the batch.
            [
                try likes.make.record(.han, .unliked(post)),
                try likes.make.record(.han, .liked(post)),
            ],
        ]
        for batch in batches {
            try likes.repository.apply(batch)
            try likes.expectNothingNew()
        }
    }

    private static func signedAgain(_ newRepository: Maker) throws {
        var likes = try Likes(newRepository)
        var generator = SplitMix64(seed: 1)
        let revocation = KeyRevocation(
            of: try TestPeople.person(.han).key(ofDevice: 1).id,
            last: likes.make.stamp(),
            id: RevocationID(using: &generator),
            list: []
        )
        try likes.repository.apply([
            try likes.make.sign(.keyRevoked(revocation), by: .han),
            try likes.make.user(.han, "han"),
        ])
        try likes.expectNothingNew()
    }

    private static func again(_ newRepository: Maker) throws {
        var likes = try Likes(newRepository)
        let post = likes.post.post
        try likes.repository.apply([
            try likes.make.record(.han, .unliked(post)),
            try likes.make.record(.han, .unfollowed(.leia)),
        ])
        try expect(likes.arrivals(), equals: [.mention: likes.epoch])
        try likes.repository.apply([
            try likes.make.record(.han, .liked(post)),
            try likes.make.record(.han, .followed(.leia)),
        ])
        let epoch = try likes.repository.epoch()
        try expect(epoch > likes.epoch)
        try expect(
            likes.arrivals(),
            equals: [.like: epoch, .mention: likes.epoch, .follow: epoch]
        )
    }

    private static func oldPost(_ newRepository: Maker) throws {
        let repository = try newRepository()
        var make = RecordMaker()
        let users = [try make.user(.leia, "leia"), try make.user(.han, "han")]
        let post = try make.post(.leia)
        let early = try make.record(.han, .liked(post.post))
        let edit = try make.record(.leia, .postEdited(post.post, PostEdit(caption: "edited")))
        try repository.apply([early, edit], oldestNews: edit.stamp)
        try repository.apply(users)
        try repository.apply([post], oldestNews: edit.stamp)
        try expect(posts(since: 0, in: repository), equals: [])
        try expect(activity(of: .leia, in: repository).map(\.arrival), equals: [0])
        try repository.apply([try make.comment(.han, on: post, "new")])
        let arrivals = try activity(of: .leia, in: repository).map(\.arrival)
        try expect(arrivals, equals: [repository.epoch(), 0])
    }

    private static func commits(_ newRepository: Maker) throws {
        var likes = try Likes(newRepository)
        let edit = try likes.make.record(
            .leia,
            .postEdited(likes.post.post, PostEdit(caption: "edited"))
        )
        try likes.repository.apply([edit])
        try likes.repository.read { reader in
            let epoch = try reader.epoch()
            try expect(reader.records(addedIn: epoch...epoch, limit: 9), equals: [edit])
            try expect(
                reader.records(addedIn: likes.epoch + 1...epoch, limit: 9),
                equals: [edit]
            )
            try expect(reader.records(addedIn: epoch + 1...epoch + 1, limit: 9), equals: [])
        }
    }

    /// Compares the arrival of everything with an in-memory repository, while records arrive out of
    /// order and some of them are too old to be news.
    private static func randomBatches(_ newRepository: Maker) throws {
        for seed in 30...32 as ClosedRange<UInt64> {
            let script = try RecordScript(seed: seed, count: 200, userCount: 8).records
            var generator = SplitMix64(seed: seed)
            let order = script.enumerated()
                .map { ($0.offset + Int.random(in: 0...60, using: &generator), $0.element) }
                .sorted { $0.0 < $1.0 }.map(\.1)
            let (repository, oracle) = (try newRepository(), InMemoryRepository())
            var (epochs, expected) = ([try repository.epoch()], [try oracle.epoch()])
            for start in stride(from: 0, to: order.count, by: 20) {
                let batch = Array(order[start..<min(start + 20, order.count)])
                let oldest = start.isMultiple(of: 40) ? .min : batch[batch.count / 2].stamp
                try repository.apply(batch, oldestNews: oldest)
                try oracle.apply(batch, oldestNews: oldest)
                epochs.append(try repository.epoch())
                expected.append(try oracle.epoch())
                for user in Set(script.map(\.author)) {
                    try expect(
                        activity(of: user, in: repository, arrivingIn: epochs),
                        equals: activity(of: user, in: oracle, arrivingIn: expected),
                        "seed \(seed)"
                    )
                }
            }
            try expect(epochs, equals: Set(epochs).sorted(), "seed \(seed): the epochs")
            for (epoch, other) in zip([0] + epochs, [0] + expected) {
                try expect(
                    posts(since: epoch, in: repository),
                    equals: posts(since: other, in: oracle),
                    "seed \(seed)"
                )
            }
        }
    }

    /// Returns the activity of a user, with the number of a batch in place of each arrival.
    ///
    /// Epochs grow, but not by one, so they differ between repositories.
    private static func activity(
        of user: User.ID,
        in repository: any Repository,
        arrivingIn epochs: [Int]
    ) throws -> [ActivityEvent] {
        try activity(of: user, in: repository)
            .map { event in
                let batch = epochs.firstIndex(of: event.arrival)
                return ActivityEvent(
                    event.kind,
                    by: event.user,
                    post: event.post,
                    comment: event.comment,
                    arrival: event.arrival == 0 ? 0 : try require(batch),
                    stamp: event.stamp
                )
            }
    }
}
