import TimelineCore

extension RepositoryLaws {
    /// Checks that the home timeline, the news and the activity of a user omit the users that they
    /// have muted, and nothing else.
    ///
    /// - Parameter newRepository: A closure that creates an empty repository.
    /// - Throws: ``LawViolation``, which lists all broken rules.
    static func mutes(_ newRepository: Maker) throws {
        try check(
            "Mutes",
            newRepository,
            [
                "Pages stay complete, for few and for many follows.": mutedPages,
                "News and activity omit muted users.": mutedNews,
                "Muting belongs to one user and ends with their account.": mutingUsers,
            ]
        )
    }

    private static func setMuted(
        _ isMuted: Bool,
        _ muted: User.ID,
        by user: User.ID = .leia,
        in repository: any Repository
    ) throws {
        let mute = Restriction(.mute, of: muted, isSet: isMuted, milliseconds: 1)
        try repository.writeAccounts { try $0.setRestriction(mute, by: user) }
    }

    private static func addAccounts(to repository: any Repository) throws {
        let accounts = [
            try account(of: .leia, "leia@example.org"), try account(of: .han, "han@example.org"),
        ]
        try repository.writeAccounts { writer in
            for account in accounts { try writer.insert(account) }
        }
    }

    private static func mutedPages(_ newRepository: Maker) throws {
        for authorCount in [3, 90] as [UInt16] {
            let repository = try newRepository()
            var make = RecordMaker()
            let authors = (1...authorCount).map { User.ID(number: 100 + $0) }
            var records = try ([.leia, .han] + authors).enumerated()
                .map { try make.user($0.element, "user\($0.offset)") }
            records += try authors.map { try make.record(.leia, .followed($0)) }
            records += try authors.map { try make.record(.han, .followed($0)) }
            var posts = try (0..<3).flatMap { _ in try authors.map { try make.post($0) } }
            posts.append(try make.post(.leia))
            try repository.apply(records + posts)
            try addAccounts(to: repository)
            let muted = authors.enumerated().filter { $0.offset.isMultiple(of: 3) }.map(\.element)
            let epoch = try repository.epoch()
            for author in muted { try setMuted(true, author, in: repository) }
            try expect(repository.epoch() > epoch, "The epoch advances")
            func shown(to viewer: User.ID, limit: Int) throws -> [Post.ID] {
                try repository.read { reader in
                    var (ids, before): ([Post.ID], _) = ([], Post.ID(.max))
                    while true {
                        let range = PostRange(before: before, limit: limit)
                        let page = try reader.homeTimelineShard(.whole, of: viewer, in: range)
                        guard let last = page.last else { return ids }
                        ids += page
                        before = last
                    }
                }
            }
            func postCount(for viewer: User.ID) throws -> Int {
                try repository.read { try $0.homePostCount(of: viewer) }
            }
            let expected = posts.filter { !muted.contains($0.author) }.map(\.post)
                .sorted(by: >)
            for limit in [1, 7, 50] {
                try expect(shown(to: .leia, limit: limit), equals: expected, "Limit \(limit)")
            }
            let shards = try repository.read { reader in
                try (0..<2)
                    .flatMap { index in
                        try reader.homeTimelineShard(
                            TimelineShard(index: index, count: 2),
                            of: .leia,
                            in: PostRange(limit: 1000)
                        )
                    }
            }
            try expect(shards.sorted(by: >), equals: expected, "Shards")
            try expect(postCount(for: .leia), equals: expected.count, "Count")
            try expect(postCount(for: .han), equals: posts.count - 1, "Count for another viewer")
            let all = posts.filter { $0.author != .leia }.map(\.post).sorted(by: >)
            try expect(shown(to: .han, limit: 50), equals: all, "Another viewer")
            for author in muted { try setMuted(false, author, in: repository) }
            try expect(shown(to: .leia, limit: 50).count, equals: posts.count, "Unmuted")
        }
    }

    private static func mutedNews(_ newRepository: Maker) throws {
        let repository = try newRepository()
        var make = RecordMaker()
        let own = try make.post(.leia)
        try repository.apply([
            try make.user(.leia, "leia"), try make.user(.han, "han"), try make.user(.luke, "luke"),
            own, try make.record(.leia, .followed(.han)), try make.record(.leia, .followed(.luke)),
        ])
        try addAccounts(to: repository)
        let authors = [User.ID.han, .luke]
        try repository.apply(
            authors.flatMap { author in
                [
                    try make.post(author, "@leia"), try make.comment(author, on: own, "Nice"),
                    try make.record(author, .liked(own.post)),
                    try make.record(author, .followed(.leia)),
                ]
            }
        )
        func authorsOfNews() throws -> [User.ID] {
            try repository.read { reader in
                let range = PostRange(limit: 9)
                var position = ReadPosition()
                let gap = try reader.newPostIDs(in: .home, of: .leia, since: position, in: range)
                // All posts are in an interval that was read before they arrived.
                position = ReadPosition(
                    intervals: [ReadInterval(Post.ID(.min)...Post.ID(.max), epoch: 1)],
                    lastShown: nil
                )
                let late = try reader.newPostIDs(in: .home, of: .leia, since: position, in: range)
                return try [gap, late]
                    .flatMap { try reader.posts($0, for: nil).map(\.author.id) }
                    .filter { $0 != .leia }
            }
        }
        func actors() throws -> [User.ID] {
            try repository.read { try $0.activity(of: .leia, after: nil, limit: 50) }.map(\.user)
        }
        try expect(authorsOfNews(), equals: [.luke, .han, .luke, .han])
        try expect(actors().count, equals: 8)
        try setMuted(true, .han, in: repository)
        try expect(authorsOfNews(), equals: [.luke, .luke])
        try expect(actors(), equals: [.luke, .luke, .luke, .luke])
        let count = try repository.read { try $0.activityCount(of: .leia, since: 0, limit: 50) }
        try expect(count, equals: 4)
        let profile = try repository.read { try $0.profile(of: .han, for: .leia) }
        try expect(profile?.followedByViewer, equals: true, "The follow stays")
        try setMuted(false, .han, in: repository)
        try expect(authorsOfNews(), equals: [.luke, .han, .luke, .han])
    }

    private static func mutingUsers(_ newRepository: Maker) throws {
        let repository = try newRepository()
        var make = RecordMaker()
        try repository.apply([try make.user(.leia, "leia"), try make.user(.han, "han")])
        try setMuted(true, .han, in: repository)
        try expect(repository.read { try $1.restrictedUsers(.mute, by: .leia) }, equals: [])
        try addAccounts(to: repository)
        try setMuted(true, .luke, in: repository)
        try setMuted(true, .han, in: repository)
        try setMuted(true, .leia, by: .han, in: repository)
        let epoch = try repository.epoch()
        try setMuted(true, .han, in: repository)
        try expect(repository.epoch(), equals: epoch, "Nothing has changed")
        func muted(by user: User.ID) throws -> [User.ID] {
            try repository.read { try $1.restrictedUsers(.mute, by: user) }
        }
        try expect(muted(by: .leia), equals: [.han, .luke].sorted())
        try expect(muted(by: .han), equals: [.leia])
        try repository.writeAccounts { try $0.deleteAccount(of: .leia) }
        try expect(muted(by: .leia), equals: [])
        try expect(muted(by: .han), equals: [.leia])
    }
}
