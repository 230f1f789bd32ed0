import TimelineCore

extension RepositoryLaws {
    /// Checks which claim to a username wins: that of a user with an account, then that of a
    /// followed user, then the oldest.
    ///
    /// - Parameter newRepository: A closure that creates an empty repository.
    /// - Throws: ``LawViolation``, which lists all broken rules.
    static func usernameClaims(_ newRepository: Maker) throws {
        try check(
            "Username claims",
            newRepository,
            [
                "The older stamp wins, in either order.": olderStamp,
                "The lower user ID wins at equal stamps.": equalStamps,
                "A rename gives the username to the next claim.": renamed,
                "A removal gives the username to the next claim.": removed,
                "An older rename that arrives late is ignored.": lateRename,
                "A user with an account precedes older claims.": localUser,
                "A followed user precedes older claims, and the older follow wins.": followedUser,
                "The oldest follow of a user counts.": oldestFollow,
                "Every claim, follow and account changes usernames alike everywhere.": randomClaims,
            ]
        )
    }

    private static func username(of id: User.ID, in repository: any Repository) throws -> String? {
        try repository.read { try $0.user(id)?.username }
    }

    /// Returns the username that is displayed for a user who does not hold "falcon".
    private static func suffixed(_ user: User.ID) throws -> String {
        try Username("falcon").suffixed(for: user)
    }

    private static func olderStamp(_ newRepository: Maker) throws {
        var make = RecordMaker()
        let claims = [try make.user(.han, "falcon"), try make.user(.leia, "falcon")]
        for claims in [claims, claims.reversed()] {
            let repository = try newRepository()
            for claim in claims { try repository.apply([claim]) }
            try expect(username(of: .han, in: repository), equals: "falcon")
            try expect(username(of: .leia, in: repository), equals: suffixed(.leia))
            let name = try "@" + suffixed(.leia).uppercased()
            let user = try repository.read { try $0.user(withUsername: name) }
            try expect(user?.id, equals: .leia)
        }
    }

    private static func equalStamps(_ newRepository: Maker) throws {
        var make = RecordMaker()
        let update = ProfileUpdate(username: try Username("falcon"))
        let stamp = make.stamp()
        let claims = try [User.ID.leia, .han]
            .map { try make.record($0, .profileUpdated(update), at: stamp) }
        let (first, second) = (min(User.ID.leia, .han), max(User.ID.leia, .han))
        for claims in [claims, claims.reversed()] {
            let repository = try newRepository()
            try repository.apply(claims)
            try expect(username(of: first, in: repository), equals: "falcon")
            try expect(username(of: second, in: repository), equals: suffixed(second))
        }
    }

    private static func renamed(_ newRepository: Maker) throws {
        let repository = try newRepository()
        var make = RecordMaker()
        let claims = try [User.ID.leia, .han, .luke].map { try make.user($0, "falcon") }
        try repository.apply(claims)
        try repository.apply([try make.user(.leia, "leia")])
        try expect(username(of: .leia, in: repository), equals: "leia")
        try expect(username(of: .han, in: repository), equals: "falcon")
        try expect(username(of: .luke, in: repository), equals: suffixed(.luke))
        let matches = try repository.read { try $0.users(UserQuery(matching: "falcon")) }
        try expect(matches.map(\.id), equals: [.han, .luke])
    }

    private static func removed(_ newRepository: Maker) throws {
        let repository = try newRepository()
        var make = RecordMaker()
        try repository.apply([try make.user(.leia, "falcon"), try make.user(.han, "falcon")])
        try repository.apply([try make.accountDeleted(.leia)])
        try expect(username(of: .han, in: repository), equals: "falcon")
        try expect(repository.read { try $0.user(withUsername: "falcon")?.id }, equals: .han)
    }

    private static func lateRename(_ newRepository: Maker) throws {
        let repository = try newRepository()
        var make = RecordMaker()
        let older = try make.user(.leia, "older")
        try repository.apply([try make.user(.leia, "newer")])
        try repository.apply([older])
        try expect(username(of: .leia, in: repository), equals: "newer")
        try expect(repository.read { try $0.user(withUsername: "older") }, equals: nil)
    }
    private static let chewie = User.ID(number: 4)

    private static func addAccount(of user: User.ID, to repository: any Repository) throws {
        let account = try account(of: user, "\(user)@example.org".lowercased())
        try repository.writeAccounts { try $0.insert(account) }
    }

    private static func localUser(_ newRepository: Maker) throws {
        var make = RecordMaker()
        let claims = [try make.user(.han, "falcon"), try make.user(.leia, "falcon")]
        for claims in [claims, claims.reversed()] {
            let repository = try newRepository()
            try repository.apply([claims[0]])
            try addAccount(of: .leia, to: repository)
            try repository.apply([claims[1]])
            try expect(username(of: .leia, in: repository), equals: "falcon")
            try expect(username(of: .han, in: repository), equals: suffixed(.han))
            let found = try repository.read { try $0.user(withUsername: "@Falcon") }
            try expect(found?.id, equals: .leia)
            let epoch = try repository.epoch()
            try repository.writeAccounts { try $0.deleteAccount(of: .leia) }
            try expect(username(of: .han, in: repository), equals: "falcon")
            try expect(repository.epoch() > epoch, equals: true, "The epoch advances")
        }
    }

    private static func followedUser(_ newRepository: Maker) throws {
        let repository = try newRepository()
        var make = RecordMaker()
        let claims = try [User.ID.han, .luke, .leia].map { try make.user($0, "falcon") }
        try repository.apply(claims + [try make.user(chewie, "chewie")])
        try addAccount(of: chewie, to: repository)
        try repository.apply([try make.record(.leia, .followed(.luke))])
        try expect(username(of: .han, in: repository), equals: "falcon", "A stranger's follow")
        try repository.apply([try make.record(chewie, .followed(.leia))])
        try expect(username(of: .leia, in: repository), equals: "falcon", "A local user's follow")
        try expect(username(of: .han, in: repository), equals: suffixed(.han))
        try repository.apply([try make.record(chewie, .followed(.luke))])
        try expect(username(of: .leia, in: repository), equals: "falcon", "A newer follow")
        try repository.apply([try make.record(chewie, .followed(.leia))])
        try expect(username(of: .luke, in: repository), equals: "falcon", "A repeated follow")
        try repository.apply([try make.record(chewie, .unfollowed(.luke))])
        try expect(username(of: .leia, in: repository), equals: "falcon", "An unfollow")
        try repository.apply([try make.accountDeleted(chewie)])
        try expect(username(of: .han, in: repository), equals: "falcon", "A removed follower")
    }

    private static func oldestFollow(_ newRepository: Maker) throws {
        let repository = try newRepository()
        var make = RecordMaker()
        let claims = try [User.ID.han, .luke].map { try make.user($0, "falcon") }
        try repository.apply(
            claims + [try make.user(chewie, "chewie"), try make.user(.leia, "leia")]
        )
        try addAccount(of: chewie, to: repository)
        let early = try make.record(.leia, .followed(.luke))
        try repository.apply([try make.record(chewie, .followed(.han))])
        try repository.apply([try make.record(chewie, .followed(.luke)), early])
        try expect(username(of: .han, in: repository), equals: "falcon")
        try addAccount(of: .leia, to: repository)
        try expect(username(of: .luke, in: repository), equals: "falcon", "A new account")
        try repository.apply([try make.record(.leia, .unfollowed(.luke))])
        try expect(username(of: .han, in: repository), equals: "falcon", "The next follow")
    }

    /// Compares displayed usernames with those of an in-memory repository after each of many random
    /// records.
    private static func randomClaims(_ newRepository: Maker) throws {
        let repositories: [any Repository] = [try newRepository(), InMemoryRepository()]
        let users = (1...8).map { User.ID(number: UInt16($0)) }
        var make = RecordMaker()
        var generator = SplitMix64(seed: 38)
        var epochs = try repositories.map { try $0.epoch() }
        for step in 0..<250 {
            let user = users[Int.random(in: 0..<8, using: &generator)]
            let other = users[Int.random(in: 0..<8, using: &generator)]
            let kind = Int.random(in: 0..<20, using: &generator)
            let name = "name\(Int.random(in: 0..<3, using: &generator))"
            let record: VerifiedRecord? =
                switch kind {
                case 0..<6: try make.user(user, name)
                case 6..<12 where user != other: try make.record(user, .followed(other))
                case 12..<16 where user != other: try make.record(user, .unfollowed(other))
                case 16 where step.isMultiple(of: 9): try make.accountDeleted(user)
                default: nil
                }
            for repository in repositories {
                if let record {
                    try repository.apply([record])
                } else if try repository.account(of: user) == nil {
                    try addAccount(of: user, to: repository)
                } else {
                    try repository.writeAccounts { try $0.deleteAccount(of: user) }
                }
            }
            let names = try repositories.map { repository in
                try users.map { try username(of: $0, in: repository) }
            }
            try expect(names[0], equals: names[1], "Step \(step), kind \(kind)")
            let next = try repositories.map { try $0.epoch() }
            try expect(
                next[0] > epochs[0],
                equals: next[1] > epochs[1],
                "The epoch of step \(step)"
            )
            epochs = next
            if step.isMultiple(of: 20) {
                try expect(repositories[0].audit(repairing: false), equals: [])
            }
        }
    }
}
