import Foundation
import Testing
import TimelineCore
import TimelineTestSupport

@Suite("The private part, on every repository")
struct AccountRepositoryTests {
    static let start = TestEnvironment.start

    static func account(of user: User.ID, _ email: String) throws -> Account {
        Account(
            user: user,
            email: try EmailAddress(email),
            passwordHash: "$plain$1$0",
            createdAt: start
        )
    }

    private static func session(_ byte: UInt8, of user: User.ID, used: TimeInterval) -> Session {
        Session(
            id: Session.ID(bytes: Data(repeating: byte, count: 32)),
            user: user,
            createdAt: start,
            lastUsedAt: start + used,
            label: "session \(byte)"
        )
    }

    private static func repository(_ storage: Storage) throws -> any Repository {
        let repository = try storage.makeRepository()
        var make = ChangeMaker()
        let names: [(User.ID, String)] = [(.leia, "leia"), (.han, "han")]
        for (id, name) in names {
            let user = try make.user(id, name)
            let account = try account(of: id, "\(name)@example.org")
            try repository.apply { _, accounts in
                try accounts.insert(account)
                return CheckedBatch(unchecked: [user])
            }
        }
        return repository
    }

    @Test(arguments: Storage.allCases)
    func anAccountIsFoundByUserAndByEmail(storage: Storage) throws {
        let repository = try Self.repository(storage)
        let leia = try Self.account(of: .leia, "leia@example.org")
        #expect(try repository.account(of: .leia) == leia)
        #expect(try repository.account(email: try EmailAddress("LEIA@example.org")) == leia)
        #expect(try repository.account(of: .luke) == nil)
        #expect(try repository.account(email: try EmailAddress("luke@example.org")) == nil)
    }

    @Test(arguments: Storage.allCases)
    func aUserHasOneAccountAndAnEmailOneUser(storage: Storage) throws {
        let repository = try Self.repository(storage)
        #expect(throws: TimelineError.userHasAccount(User.ID.leia.description)) {
            let account = try Self.account(of: .leia, "other@example.org")
            try repository.writeAccounts { try $0.insert(account) }
        }
        #expect(throws: TimelineError.emailTaken) {
            let account = try Self.account(of: .luke, "leia@example.org")
            try repository.writeAccounts { try $0.insert(account) }
        }
    }

    @Test(arguments: Storage.allCases)
    func anAccountIsUpdatedForOneUser(storage: Storage) throws {
        let repository = try Self.repository(storage)
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
            try accounts.update(account(of: .leia))
            try accounts.update(account(of: .luke))
        }
        #expect(try repository.account(of: .leia) == account(of: .leia))
        #expect(try repository.account(of: .han)?.passwordHash == "$plain$1$0")
        #expect(try repository.account(of: .luke) == nil)
    }

    @Test(arguments: Storage.allCases)
    func sessionsAreListedByLastUseSavedAndDeleted(storage: Storage) throws {
        let first = Self.session(1, of: .leia, used: 0)
        let second = Self.session(2, of: .leia, used: 10)
        let other = Self.session(3, of: .han, used: 5)
        try Self.repository(storage)
            .writeAccounts { accounts in
                for session in [first, second, other] { try accounts.save(session) }
                #expect(try accounts.sessions(of: .leia) == [second, first])

                let touched = Session(
                    id: first.id,
                    user: .leia,
                    createdAt: Self.start,
                    lastUsedAt: Self.start + 20,
                    label: first.label
                )
                try accounts.save(touched)
                #expect(try accounts.sessions(of: .leia) == [touched, second])

                try accounts.deleteSessions(of: .leia, except: second.id)
                #expect(try accounts.sessions(of: .leia) == [second])
                try accounts.deleteSession(second.id)
                try accounts.deleteSession(second.id)
                #expect(try accounts.sessions(of: .leia).isEmpty)
                #expect(try accounts.sessions(of: .han) == [other])
                try accounts.deleteSessions(of: .han, except: nil)
                #expect(try accounts.session(other.id) == nil)
            }
    }

    @Test(arguments: Storage.allCases)
    func sessionsExpireAndThoseOfAClockAheadAreClamped(storage: Storage) throws {
        let old = Self.session(1, of: .leia, used: -10)
        let current = Self.session(2, of: .leia, used: 0)
        let ahead = Self.session(3, of: .han, used: 1000)
        try Self.repository(storage)
            .writeAccounts { accounts in
                for session in [old, current, ahead] { try accounts.save(session) }
                try accounts.clampSessions(to: Self.start + 5)
                #expect(try accounts.session(ahead.id)?.lastUsedAt == Self.start + 5)
                try accounts.deleteSessions(lastUsedBefore: Self.start)
                #expect(try accounts.sessions(of: .leia) == [current])
            }
    }

    @Test(arguments: Storage.allCases)
    func failuresAreSetAndDeletedByAge(storage: Storage) throws {
        let known = try EmailAddress("leia@example.org")
        let unknown = try EmailAddress("nobody@example.org")
        try Self.repository(storage)
            .writeAccounts { accounts in
                #expect(try accounts.failures(for: known) == .none)
                for (email, last) in [(known, 3.0), (unknown, 9)] {
                    try accounts.setFailures(
                        LoginFailures(count: 3, last: Self.start + last),
                        for: email
                    )
                }
                let three = LoginFailures(count: 3, last: Self.start + 3)
                #expect(try accounts.failures(for: known) == three)
                try accounts.deleteFailures(upTo: Self.start + 2, after: Self.start + 8)
                #expect(try accounts.failures(for: known) == three)
                #expect(try accounts.failures(for: unknown) == .none)
                try accounts.deleteFailures(upTo: Self.start + 3, after: Self.start + 8)
                #expect(try accounts.failures(for: known) == .none)
                try accounts.setFailures(three, for: known)
                try accounts.setFailures(.none, for: known)
                #expect(try accounts.failures(for: known) == .none)
            }
    }

    @Test(arguments: Storage.allCases)
    func theReadPositionIsStoredForEachUser(storage: Storage) throws {
        var make = ChangeMaker()
        let ids = (0..<6).map { _ in Post.ID(make.stamp()) }
        let position = ReadPosition(
            intervals: [Post.ID(.min)...ids[0], ids[2]...ids[3], ids[5]...Post.ID(.max)],
            lastShown: ids[3]
        )
        let former = ReadPosition(intervals: [ids[1]...ids[1], ids[4]...ids[4]])
        try Self.repository(storage)
            .writeAccounts { accounts in
                #expect(try accounts.readPosition(of: .leia) == ReadPosition())
                try accounts.setReadPosition(former, of: .leia)
                try accounts.setReadPosition(position, of: .leia)
                #expect(try accounts.readPosition(of: .leia) == position)
                #expect(try accounts.readPosition(of: .han) == ReadPosition())
            }
    }

    @Test(arguments: Storage.allCases)
    func nothingPrivateIsStoredWithoutAnAccount(storage: Storage) throws {
        let session = Self.session(1, of: .luke, used: 0)
        try Self.repository(storage)
            .writeAccounts { accounts in
                try accounts.setReadPosition(ReadPosition(lastShown: Post.ID(.max)), of: .luke)
                #expect(try accounts.readPosition(of: .luke) == ReadPosition())
                try accounts.save(session)
                #expect(try accounts.session(session.id) == nil)
            }
    }

    @Test(arguments: Storage.allCases)
    func aDeletedAccountLeavesNothingPrivateBehind(storage: Storage) throws {
        let session = Self.session(1, of: .leia, used: 0)
        let email = try EmailAddress("leia@example.org")
        try Self.repository(storage)
            .writeAccounts { accounts in
                try accounts.save(session)
                try accounts.setFailures(LoginFailures(count: 1, last: Self.start), for: email)
                try accounts.setReadPosition(ReadPosition(lastShown: Post.ID(.max)), of: .leia)
                try accounts.deleteAccount(of: .leia)
                #expect(try accounts.account(of: .leia) == nil)
                #expect(try accounts.session(session.id) == nil)
                #expect(try accounts.failures(for: email) == .none)
                #expect(try accounts.readPosition(of: .leia) == ReadPosition())
                #expect(try accounts.account(of: .han) != nil)
            }
    }

    @Test(arguments: Storage.allCases)
    func aTransactionThatThrowsWritesNothing(storage: Storage) throws {
        struct Refusal: Error {}
        let repository = try Self.repository(storage)
        let session = Self.session(1, of: .leia, used: 0)
        #expect(throws: Refusal.self) {
            try repository.writeAccounts { accounts in
                try accounts.save(session)
                throw Refusal()
            }
        }
        #expect(try repository.session(session.id) == nil)
    }
}
