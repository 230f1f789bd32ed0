import Foundation

/// The private data of an in-memory repository.
struct AccountState: Sendable {
    var accounts: [User.ID: Account] = [:]
    var sessions: [Session.ID: Session] = [:]
    /// The newest restrictions by each user with an account.
    var restrictions: [User.ID: [Restriction]] = [:]
    /// The originals of all users.
    var originals: Set<Original> = []
    var privateValues: [String: [UInt8]] = [:]
}

/// A transaction on a copy of the private data.
///
/// When the transaction commits, the copy replaces the original.
final class AccountTransaction {
    private(set) var state: AccountState

    init(_ state: AccountState) {
        self.state = state
    }
}

extension AccountTransaction: AccountWriter {
    func account(email: EmailAddress) -> Account? {
        state.accounts.values.first { $0.email == email }
    }

    func account(of user: User.ID) -> Account? { state.accounts[user] }

    func users() -> [User.ID] { state.accounts.keys.sorted() }

    func save(_ account: Account) throws {
        let owner = self.account(email: account.email)
        guard owner == nil || owner?.user == account.user else { throw TimelineError.emailTaken }
        state.accounts[account.user] = Account(
            user: account.user,
            email: account.email,
            passwordHash: account.passwordHash,
            createdAt: state.accounts[account.user]?.createdAt ?? account.createdAt,
            passwordResetAt: account.passwordResetAt
        )
    }

    func deleteAccount(of user: User.ID) {
        state.accounts[user] = nil
        state.sessions = state.sessions.filter { $0.value.user != user }
        state.originals = state.originals.filter { $0.user != user }
        state.restrictions[user] = nil
        let prefix = PrivateValue.accountPrefix(of: user)
        state.privateValues = state.privateValues.filter { !$0.key.hasPrefix(prefix) }
    }

    func session(_ id: Session.ID) -> Session? { state.sessions[id] }

    func sessions(of user: User.ID?) -> [Session] {
        state.sessions.values.filter { user == nil || $0.user == user }
            .sorted(by: Session.isUsedLater)
    }

    func save(_ session: Session) {
        guard state.accounts[session.user] != nil else { return }
        let existing = state.sessions[session.id]
        state.sessions[session.id] = existing?.used(at: session.lastUsedAt) ?? session
    }

    func deleteSession(_ id: Session.ID) { state.sessions[id] = nil }

    func restrictions(_ kind: Restriction.Kind, by user: User.ID) -> [Restriction] {
        (state.restrictions[user] ?? []).filter { $0.kind == kind }.sorted { $0.user < $1.user }
    }

    func setRestriction(_ restriction: Restriction, by user: User.ID) {
        guard state.accounts[user] != nil, restriction.user != user else { return }
        let others = (state.restrictions[user] ?? [])
            .filter { $0.kind != restriction.kind || $0.user != restriction.user }
        state.restrictions[user] = others + [restriction]
    }

    func originals(_ selection: Original.Selection) -> [Original] {
        state.originals.filter { original in
            switch selection {
            case .photo(let photo): original.photo == photo
            case .user(let user): original.user == user
            case .file(let file): original.file == file
            }
        }
    }

    func originals(after cursor: BlobID?, limit: Int) -> Page<BlobID, BlobID> {
        let rest = Set(state.originals.map(\.file))
            .filter { blob in cursor.map { blob > $0 } ?? true }
        return Page(sorting: rest, limit: limit)
    }

    func privateValue(forKey key: String) -> [UInt8]? { state.privateValues[key] }

    func privateValues(
        withPrefix prefix: String,
        after cursor: String?,
        limit: Int
    ) -> [PrivateValue] {
        state.privateValues
            .filter { $0.key.hasPrefix(prefix) && cursor.map($0.key.isAbove) ?? true }
            .sorted { $1.key.isAbove($0.key) }.prefix(max(0, limit))
            .map { PrivateValue(key: $0.key, bytes: $0.value) }
    }

    func setPrivateValue(_ bytes: [UInt8]?, forKey key: String) {
        state.privateValues[key] = bytes
    }

    func setOriginal(_ original: BlobID?, of photo: BlobID, by user: User.ID) {
        state.originals = state.originals.filter { $0.photo != photo || $0.user != user }
        if let original {
            state.originals.insert(Original(user: user, photo: photo, file: original))
        }
    }
}

extension Session {
    /// Returns whether `left` precedes `right` in a list of sessions, most recently used first.
    fileprivate static func isUsedLater(_ left: Session, _ right: Session) -> Bool {
        (left.lastUsedAt, left.id.shortID) > (right.lastUsedAt, right.id.shortID)
    }
}

extension String {
    /// Returns whether the UTF-8 bytes of the string sort after those of another.
    fileprivate func isAbove(_ other: String) -> Bool {
        other.utf8.lexicographicallyPrecedes(utf8)
    }
}
