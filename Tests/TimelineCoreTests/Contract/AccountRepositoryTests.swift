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
            try repository.add(try account(of: id, "\(name)@example.org")) { _ in
                CheckedBatch(unchecked: [user])
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
            try repository.add(try Self.account(of: .leia, "other@example.org")) { _ in .empty }
        }
        #expect(throws: TimelineError.emailTaken) {
            try repository.add(try Self.account(of: .luke, "leia@example.org")) { _ in .empty }
        }
    }

    @Test(arguments: Storage.allCases)
    func aHashIsSetForOneUser(storage: Storage) throws {
        let repository = try Self.repository(storage)
        let former = try #require(try repository.account(of: .leia)?.passwordHash)
        #expect(try repository.setPasswordHash("new", replacing: former, of: .leia))
        #expect(try !repository.setPasswordHash("newer", replacing: former, of: .leia))
        #expect(try !repository.setPasswordHash("new", replacing: former, of: .luke))
        #expect(try repository.account(of: .leia)?.passwordHash == "new")
        #expect(try repository.account(of: .leia)?.createdAt == Self.start)
        #expect(try repository.account(of: .han)?.passwordHash == "$plain$1$0")
        #expect(try repository.account(of: .luke) == nil)
    }

    @Test(arguments: Storage.allCases)
    func sessionsAreListedByLastUseTouchedAndEnded(storage: Storage) throws {
        let repository = try Self.repository(storage)
        let first = Self.session(1, of: .leia, used: 0)
        let second = Self.session(2, of: .leia, used: 10)
        let other = Self.session(3, of: .han, used: 5)
        for session in [first, second, other] { try repository.add(session) }
        #expect(try repository.sessions(of: .leia) == [second, first])

        try repository.touch(first.id, at: Self.start + 20)
        #expect(try repository.sessions(of: .leia).map(\.id) == [first.id, second.id])
        #expect(try repository.session(first.id)?.lastUsedAt == Self.start + 20)
        #expect(try repository.session(first.id)?.createdAt == Self.start)
        #expect(try repository.session(first.id)?.label == "session 1")

        try repository.removeSessions(of: .leia, except: second.id)
        #expect(try repository.sessions(of: .leia) == [second])
        try repository.removeSession(second.id)
        try repository.removeSession(second.id)
        #expect(try repository.sessions(of: .leia).isEmpty)
        #expect(try repository.sessions(of: .han) == [other])
        try repository.removeSessions(of: .han, except: nil)
        #expect(try repository.session(other.id) == nil)
    }

    @Test(arguments: Storage.allCases)
    func failuresAreCountedAndForgotten(storage: Storage) throws {
        let repository = try Self.repository(storage)
        let known = try EmailAddress("leia@example.org")
        let unknown = try EmailAddress("nobody@example.org")
        #expect(try repository.failures(for: known) == .none)
        for second in 1...3 {
            try repository.addFailure(for: known, at: Self.start + Double(second))
            try repository.addFailure(for: unknown, at: Self.start + Double(second))
        }
        let three = LoginFailures(count: 3, last: Self.start + 3)
        #expect(try repository.failures(for: known) == three)
        #expect(try repository.failures(for: unknown) == three)

        // After a day the failures of an e-mail without an account are forgotten, the others are not.
        let later = Self.start + 3 + LoginFailures.memory
        try repository.addFailure(for: try EmailAddress("third@example.org"), at: later)
        #expect(try repository.failures(for: known) == three)
        #expect(try repository.failures(for: unknown) == .none)
        try repository.clearFailures(for: known)
        #expect(try repository.failures(for: known) == .none)
    }

    @Test(arguments: Storage.allCases)
    func theReadPositionIsKeptForEachUser(storage: Storage) throws {
        let repository = try Self.repository(storage)
        #expect(try repository.readPosition(of: .leia) == ReadPosition())
        let position = ReadPosition(newestSeen: Post.ID(.max), lastShown: Post.ID(.min))
        try repository.setReadPosition(ReadPosition(newestSeen: Post.ID(.min)), of: .leia)
        try repository.setReadPosition(position, of: .leia)
        #expect(try repository.readPosition(of: .leia) == position)
        #expect(try repository.readPosition(of: .han) == ReadPosition())
    }

    @Test(arguments: Storage.allCases)
    func nothingPrivateIsKeptOfOneWithoutAnAccount(storage: Storage) throws {
        let repository = try Self.repository(storage)
        try repository.setReadPosition(ReadPosition(newestSeen: Post.ID(.max)), of: .luke)
        #expect(try repository.readPosition(of: .luke) == ReadPosition())
        let session = Self.session(1, of: .luke, used: 0)
        try repository.add(session)
        #expect(try repository.session(session.id) == nil)
    }

    @Test(arguments: Storage.allCases)
    func anAccountLeavesNothingPrivateBehind(storage: Storage) throws {
        let repository = try Self.repository(storage)
        let session = Self.session(1, of: .leia, used: 0)
        try repository.add(session)
        let email = try EmailAddress("leia@example.org")
        try repository.addFailure(for: email, at: Self.start)
        try repository.setReadPosition(ReadPosition(newestSeen: Post.ID(.max)), of: .leia)
        try repository.removeAccount(of: .leia) { _ in .empty }
        #expect(try repository.account(of: .leia) == nil)
        #expect(try repository.session(session.id) == nil)
        #expect(try repository.failures(for: email) == .none)
        #expect(try repository.readPosition(of: .leia) == ReadPosition())
        #expect(try repository.account(of: .han) != nil)
    }
}
