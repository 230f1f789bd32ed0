import TimelineCore

extension RepositoryLaws {
    /// Checks that a repository stores the blocks of each user with an account, and names the users
    /// whom a block hides from either side.
    ///
    /// - Parameter newRepository: A closure that creates an empty repository.
    /// - Throws: ``LawViolation``, which lists all broken rules.
    static func blocks(_ newRepository: Maker) throws {
        try check(
            "Blocks",
            newRepository,
            [
                "The newest block or unblock of each user is stored.": storedBlocks,
                "A block hides each of the two from the other.": hiddenUsers,
                "A block ends with the account.": blockingUsers,
            ]
        )
    }

    private static func block(
        _ user: User.ID,
        _ isBlocked: Bool = true,
        at milliseconds: UInt64 = 1
    ) -> Restriction {
        Restriction(
            .block,
            of: user,
            isSet: isBlocked,
            milliseconds: milliseconds,
            name: isBlocked ? "x" : nil
        )
    }

    /// Returns a repository in which leia and han have accounts and luke has a profile.
    private static func stage(_ newRepository: Maker) throws -> any Repository {
        let repository = try newRepository()
        var make = RecordMaker()
        try repository.apply([
            try make.user(.leia, "leia"), try make.user(.han, "han"), try make.user(.luke, "luke"),
        ])
        try repository.writeAccounts { writer in
            try writer.insert(try account(of: .leia, "leia@example.org"))
            try writer.insert(try account(of: .han, "han@example.org"))
        }
        return repository
    }

    private static func storedBlocks(_ newRepository: Maker) throws {
        let repository = try stage(newRepository)
        func blocks(by user: User.ID = .leia) throws -> [Restriction] {
            try repository.read { try $1.restrictions(.block, by: user) }
        }
        let epoch = try repository.epoch()
        try repository.writeAccounts { writer in
            for user in [User.ID.luke, .han] { try writer.setRestriction(block(user), by: .leia) }
            try expect(
                writer.restrictions(.block, by: .leia).count,
                equals: 2,
                "inside the transaction"
            )
        }
        try expect(repository.epoch() > epoch, "The epoch advances")
        let sorted = [User.ID.luke, .han].sorted().map { block($0) }
        try expect(blocks(), equals: sorted)
        try expect(blocks(by: .han), equals: [])
        try repository.writeAccounts { try $0.setRestriction(block(.han, false, at: 7), by: .leia) }
        try expect(blocks().first { $0.user == .han }, equals: block(.han, false, at: 7))
        // Neither oneself nor without an account.
        try repository.writeAccounts { writer in
            try writer.setRestriction(block(.leia), by: .leia)
            try writer.setRestriction(block(.leia), by: .luke)
        }
        try expect(blocks().count, equals: 2)
        try expect(blocks(by: .luke), equals: [])
    }

    private static func hiddenUsers(_ newRepository: Maker) throws {
        let repository = try stage(newRepository)
        func hidden(from user: User.ID) throws -> HiddenUsers {
            try repository.read { try $0.hiddenUsers(from: user) }
        }
        for user in [User.ID.leia, .han, .luke] { try expect(hidden(from: user), equals: .none) }
        try repository.writeAccounts { writer in
            try writer.setRestriction(block(.luke), by: .leia)
            try writer.setRestriction(block(.leia), by: .han)
        }
        try expect(hidden(from: .leia), equals: HiddenUsers(blocked: [.luke], blocking: [.han]))
        try expect(hidden(from: .luke), equals: HiddenUsers(blocked: [], blocking: [.leia]))
        try expect(hidden(from: .han), equals: HiddenUsers(blocked: [.leia], blocking: []))
        try repository.writeAccounts {
            try $0.setRestriction(block(.luke, false, at: 2), by: .leia)
        }
        try expect(hidden(from: .leia), equals: HiddenUsers(blocked: [], blocking: [.han]))
        try expect(hidden(from: .luke), equals: .none)
    }

    private static func blockingUsers(_ newRepository: Maker) throws {
        let repository = try stage(newRepository)
        try repository.writeAccounts { writer in
            try writer.setRestriction(block(.luke), by: .leia)
            try writer.setRestriction(block(.leia), by: .han)
        }
        func hidden(from user: User.ID) throws -> HiddenUsers {
            try repository.read { try $0.hiddenUsers(from: user) }
        }
        try expect(hidden(from: .leia), equals: HiddenUsers(blocked: [.luke], blocking: [.han]))
        try expect(hidden(from: .luke), equals: HiddenUsers(blocked: [], blocking: [.leia]))
        try repository.writeAccounts { try $0.deleteAccount(of: .leia) }
        try expect(repository.read { try $1.restrictions(.block, by: .leia) }, equals: [])
        try expect(hidden(from: .luke), equals: .none)
        try expect(hidden(from: .han), equals: HiddenUsers(blocked: [.leia], blocking: []))
    }
}
