import Foundation
import TimelineCore

extension RepositoryLaws {
    /// Checks the private data: accounts, sessions, failed logins and read positions.
    ///
    /// - Parameter newRepository: A closure that creates an empty repository.
    /// - Throws: ``LawViolation``, which lists all broken rules.
    static func accounts(_ newRepository: Maker) throws {
        try check(
            "Accounts",
            newRepository,
            [
                "An account is found by its user and by its email.": lookUp,
                "A user has one account, and an email one user.": uniqueness,
                "Saving again changes the account of one user.": update,
                "Saving again neither changes the creation date nor takes another account's email.":
                    updateLimits,
                "Sessions are saved, listed by last use, and deleted.": sessions,
                "Saving a session again changes only its last use.": savedAgain,
                "Failed logins are stored per email, and only those that still count are kept.":
                    failures,
                "A read position is stored for each user.": readPosition,
                "No session and no read position is stored without an account.": noAccount,
                "Comments and likes by users with an account can be counted separately.":
                    localCounts,
                "An entry of a peer list is replaced by one with the same user and target.": peers,
                "A blob keeps the time of each mark until the mark is deleted.": blobMarks,
                "Deleting an account deletes all private data of its user.": deletedAccount,
                "A transaction that throws writes nothing.": throwingTransaction,
            ]
        )
    }

    static let start = TestEnvironment.start

    static func account(of user: User.ID, _ email: String) throws -> Account {
        Account(
            user: user,
            email: try EmailAddress(email),
            passwordHash: "$plain$1$0",
            createdAt: start
        )
    }

    /// Returns a repository in which leia and han each have an account.
    static func repository(_ newRepository: Maker) throws -> any Repository {
        let repository = try newRepository()
        var make = RecordMaker()
        let names: [(User.ID, String)] = [(.leia, "leia"), (.han, "han")]
        for (id, name) in names {
            let user = try make.user(id, name)
            let account = try account(of: id, "\(name)@example.org")
            try repository.apply { _, accounts in
                try accounts.insert(account)
                return try ValidatedBatch(certifying: [user])
            }
        }
        return repository
    }

    private static func localCounts(_ newRepository: Maker) throws {
        let repository = try repository(newRepository)
        var make = RecordMaker()
        let users = [try make.user(.luke, "luke"), try make.record(.luke, .followed(.leia))]
        let post = try make.post(.luke)
        let comments = try [User.ID.leia, .leia, .han, .luke]
            .map { try make.comment($0, on: post, "yes") }
        let likes = try [User.ID.leia, .han, .luke].map { try make.record($0, .liked(post.post)) }
        try repository.apply(users + [post] + comments + likes)
        func counts(of post: Post.ID) throws -> [Int] {
            let counts = try repository.read { try $0.localCounts(of: post) }
            return [counts.comments, counts.likes]
        }
        try expect(counts(of: post.post), equals: [3, 2])
        try expect(counts(of: Post.ID(.max)), equals: [0, 0])
        try repository.apply([
            try make.record(.leia, .unliked(post.post)),
            try make.record(.leia, .commentDeleted(comments[0].comment)),
        ])
        try expect(counts(of: post.post), equals: [2, 1])
        try repository.writeAccounts { try $0.deleteAccount(of: .han) }
        try expect(counts(of: post.post), equals: [1, 0])
    }

    private static func lookUp(_ newRepository: Maker) throws {
        let repository = try repository(newRepository)
        let leia = try Self.account(of: .leia, "leia@example.org")
        try expect(repository.account(of: .leia), equals: leia)
        try expect(repository.account(email: try EmailAddress("LEIA@example.org")), equals: leia)
        try expect(repository.account(of: .luke), equals: nil)
        try expect(repository.account(email: try EmailAddress("luke@example.org")), equals: nil)
    }

    private static func uniqueness(_ newRepository: Maker) throws {
        let repository = try repository(newRepository)
        try expect(throws: TimelineError.userHasAccount(User.ID.leia.description)) {
            let account = try Self.account(of: .leia, "other@example.org")
            try repository.writeAccounts { try $0.insert(account) }
        }
        try expect(throws: TimelineError.emailTaken) {
            let account = try Self.account(of: .luke, "leia@example.org")
            try repository.writeAccounts { try $0.insert(account) }
        }
    }

    private static func update(_ newRepository: Maker) throws {
        let repository = try repository(newRepository)
        func account(of user: User.ID) throws -> Account {
            Account(
                user: user,
                email: try EmailAddress("leia@example.org"),
                passwordHash: "new",
                createdAt: Self.start,
                passwordResetAt: Self.start + 1
            )
        }
        try repository.writeAccounts { accounts in
            try accounts.save(account(of: .leia))
        }
        try expect(repository.account(of: .leia), equals: account(of: .leia))
        try expect(repository.account(of: .han)?.passwordHash, equals: "$plain$1$0")
    }

    private static func updateLimits(_ newRepository: Maker) throws {
        let repository = try repository(newRepository)
        let leia = try Self.account(of: .leia, "leia@example.org")
        let later = Account(
            user: .leia,
            email: try EmailAddress("organa@example.org"),
            passwordHash: leia.passwordHash,
            createdAt: Self.start + 1
        )
        try repository.writeAccounts { try $0.save(later) }
        try expect(repository.account(of: .leia)?.createdAt, equals: Self.start)
        try expect(repository.account(email: leia.email), equals: nil)
        try expect(repository.account(email: later.email)?.user, equals: .leia)
        try expect(throws: TimelineError.emailTaken) {
            let taken = try Self.account(of: .leia, "han@example.org")
            try repository.writeAccounts { try $0.save(taken) }
        }
    }

    private static func failures(_ newRepository: Maker) throws {
        let known = try EmailAddress("leia@example.org")
        let unknown = try EmailAddress("nobody@example.org")
        try repository(newRepository)
            .writeAccounts { accounts in
                try expect(accounts.failures(for: known), equals: .none)
                let (three, memory) = (Self.start + 3, LoginFailures.memory)
                let failures = LoginFailures(count: 3, last: three)
                for email in [known, unknown] { try accounts.setFailures(failures, for: email) }
                try accounts.deleteStaleFailures(after: known, at: three + memory - 1)
                try expect(accounts.failures(for: known), equals: failures)
                // A failure from the future does not count either.
                for date in [three + memory, three - 600] {
                    try accounts.deleteStaleFailures(after: known, at: date)
                    for email in [known, unknown] {
                        try expect(accounts.failures(for: email), equals: .none)
                        try accounts.setFailures(failures, for: email)
                    }
                }
                try accounts.setFailures(.none, for: known)
                try expect(accounts.failures(for: known), equals: .none)
                try expect(accounts.failures(for: unknown), equals: failures)
            }
    }

    private static func readPosition(_ newRepository: Maker) throws {
        var make = RecordMaker()
        let ids = (0..<6).map { _ in Post.ID(make.stamp()) }
        let position = ReadPosition(
            intervals: [
                ReadInterval(Post.ID(.min)...ids[0], epoch: 7),
                ReadInterval(ids[2]...ids[3], epoch: 0),
                ReadInterval(ids[5]...Post.ID(.max), epoch: .max),
            ],
            lastShown: ids[3]
        )
        let former = ReadPosition(
            intervals: [ids[1], ids[4]].map { ReadInterval($0...$0, epoch: 3) }
        )
        try repository(newRepository)
            .writeAccounts { accounts in
                try expect(accounts.readPosition(of: .leia), equals: ReadPosition())
                try accounts.setReadPosition(former, of: .leia)
                try accounts.setReadPosition(position, of: .leia)
                try expect(accounts.readPosition(of: .leia), equals: position)
                try expect(accounts.readPosition(of: .han), equals: ReadPosition())
            }
    }

    private static func peers(_ newRepository: Maker) throws {
        func peer(_ user: User.ID?, _ target: String?, _ name: String?) -> StoredPeer {
            StoredPeer(user: user, target: target, name: name, milliseconds: 1)
        }
        var entries = [
            peer(.han, nil, nil), peer(nil, "/sync", nil), peer(.han, "/sync", "Han"),
            peer(.luke, nil, nil),
        ]
        try newRepository()
            .writeAccounts { accounts in
                for entry in entries { try accounts.save(entry, of: .leia) }
                try accounts.save(entries[0], of: .luke)
                entries[0].name = "Falcon"
                entries[0].milliseconds = 9
                entries[0].invitation = SyncToken(bytes: [UInt8](repeating: 1, count: 16))
                entries[0].box = EncryptionKey(
                    bytes: [UInt8](repeating: 2, count: EncryptionKey.byteCount)
                )
                entries[2].isRemoved = true
                for entry in entries { try accounts.save(entry, of: .leia) }
                let saved = try accounts.peers(of: .leia)
                try expect(saved.count, equals: entries.count)
                try expect(Set(saved), equals: Set(entries))
                try expect(accounts.peers(of: .luke), equals: [peer(.han, nil, nil)])
                try expect(accounts.peers(of: .han), equals: [])
            }
    }

    private static func blobMarks(_ newRepository: Maker) throws {
        let blobs = [1, 2].map { BlobID(of: Data([$0])) }
        try newRepository()
            .writeAccounts { accounts in
                for (number, mark) in BlobMark.allCases.enumerated() {
                    try accounts.setTime(0, of: mark, on: blobs[0])
                    try accounts.setTime(UInt64(number), of: mark, on: blobs[0])
                    try accounts.setTime(9, of: mark, on: blobs[1])
                }
                for (number, mark) in BlobMark.allCases.enumerated() {
                    let number = UInt64(number)
                    try expect(accounts.time(of: mark, on: blobs[0]), equals: number)
                    try expect(
                        accounts.blobs(marked: mark),
                        equals: [blobs[0]: number, blobs[1]: 9]
                    )
                }
                try accounts.setTime(nil, of: .refused, on: blobs[0])
                try expect(accounts.time(of: .refused, on: blobs[0]), equals: nil)
                try expect(accounts.blobs(marked: .refused), equals: [blobs[1]: 9])
                try expect(accounts.time(of: .absent, on: blobs[0]), equals: 0)
            }
    }

    private static func noAccount(_ newRepository: Maker) throws {
        let session = Self.session(1, of: .luke, used: 0)
        try repository(newRepository)
            .writeAccounts { accounts in
                try accounts.setReadPosition(ReadPosition(lastShown: Post.ID(.max)), of: .luke)
                try expect(accounts.readPosition(of: .luke), equals: ReadPosition())
                try accounts.save(session)
                try expect(accounts.session(session.id), equals: nil)
            }
    }

    private static func deletedAccount(_ newRepository: Maker) throws {
        let session = Self.session(1, of: .leia, used: 0)
        try repository(newRepository)
            .writeAccounts { accounts in
                try accounts.save(session)
                try accounts.setReadPosition(ReadPosition(lastShown: Post.ID(.max)), of: .leia)
                try accounts.deleteAccount(of: .leia)
                try expect(accounts.account(of: .leia), equals: nil)
                try expect(accounts.session(session.id), equals: nil)
                try expect(accounts.readPosition(of: .leia), equals: ReadPosition())
                try expect(accounts.account(of: .han) != nil)
            }
    }

    private static func throwingTransaction(_ newRepository: Maker) throws {
        let repository = try repository(newRepository)
        let session = Self.session(1, of: .leia, used: 0)
        try expect(throws: Rollback()) {
            try repository.writeAccounts { accounts in
                try accounts.save(session)
                throw Rollback()
            }
        }
        try expect(repository.session(session.id), equals: nil)
    }
}

extension RepositoryLaws {
    static func session(_ byte: UInt8, of user: User.ID, used: TimeInterval) -> Session {
        Session(
            id: Session.ID(bytes: Data(repeating: byte, count: 32)),
            user: user,
            createdAt: start,
            lastUsedAt: start + used,
            label: "session \(byte)",
            scopes: byte.isMultiple(of: 2) ? "read" : nil,
            app: byte == 2 ? "app" : nil
        )
    }

    static func savedAgain(_ newRepository: Maker) throws {
        let first = Self.session(1, of: .leia, used: 0)
        let again = Session(
            id: first.id,
            user: .han,
            createdAt: Self.start + 1,
            lastUsedAt: Self.start + 5,
            label: "other",
            scopes: "read"
        )
        try repository(newRepository)
            .writeAccounts { accounts in
                try accounts.save(first)
                try accounts.save(again)
                let expected = Self.session(1, of: .leia, used: 5)
                try expect(accounts.session(first.id), equals: expected)
                try expect(accounts.sessions(of: .han).isEmpty)
            }
    }

    static func sessions(_ newRepository: Maker) throws {
        let first = Self.session(1, of: .leia, used: 0)
        let second = Self.session(2, of: .leia, used: 10)
        let other = Self.session(3, of: .han, used: 5)
        try repository(newRepository)
            .writeAccounts { accounts in
                for session in [first, second, other] { try accounts.save(session) }
                try expect(accounts.sessions(of: .leia), equals: [second, first])

                let touched = Session(
                    id: first.id,
                    user: .leia,
                    createdAt: Self.start,
                    lastUsedAt: Self.start + 20,
                    label: first.label
                )
                try accounts.save(touched)
                try expect(accounts.sessions(of: .leia), equals: [touched, second])

                try expect(accounts.sessions(of: nil), equals: [touched, second, other])
                try accounts.deleteSession(second.id)
                try accounts.deleteSession(second.id)
                try expect(accounts.sessions(of: .leia), equals: [touched])
                try expect(accounts.sessions(of: .han), equals: [other])
            }
    }
}
