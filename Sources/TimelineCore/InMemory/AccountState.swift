import Foundation

/// The private data of an in-memory repository.
struct AccountState: Sendable {
    var accounts: [User.ID: Account] = [:]
    var sessions: [Session.ID: Session] = [:]
    var positions: [User.ID: ReadPosition] = [:]
    /// The epochs up to which users have seen their activity.
    var activityEpochs: [User.ID: Int] = [:]
    var failures: [EmailAddress: LoginFailures] = [:]
    /// The users that each user has muted.
    var muted: [User.ID: Set<User.ID>] = [:]
    /// The newest block or unblock of each user by each user with an account.
    var blocks: [User.ID: [User.ID: Block]] = [:]
    /// The originals of each user's photos, by the IDs of the public copies.
    var originals: [User.ID: [BlobID: BlobID]] = [:]
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

    func insert(_ account: Account) throws {
        guard state.accounts[account.user] == nil else {
            throw TimelineError.userHasAccount(account.user.description)
        }
        guard self.account(email: account.email) == nil else { throw TimelineError.emailTaken }
        state.accounts[account.user] = account
    }

    func update(_ account: Account) throws {
        guard let existing = state.accounts[account.user] else { return }
        let owner = self.account(email: account.email)
        guard owner == nil || owner?.user == account.user else { throw TimelineError.emailTaken }
        state.accounts[account.user] = Account(
            user: account.user,
            email: account.email,
            passwordHash: account.passwordHash,
            createdAt: existing.createdAt,
            passwordResetAt: account.passwordResetAt
        )
    }

    func deleteAccount(of user: User.ID) {
        if let account = state.accounts.removeValue(forKey: user) {
            state.failures[account.email] = nil
        }
        state.positions[user] = nil
        state.activityEpochs[user] = nil
        state.originals[user] = nil
        state.muted[user] = nil
        state.blocks[user] = nil
        deleteSessions(of: user, except: nil)
    }

    func failures(for email: EmailAddress) -> LoginFailures { state.failures[email] ?? .none }

    func setFailures(_ failures: LoginFailures, for email: EmailAddress) {
        state.failures[email] = failures == .none ? nil : failures
    }

    func deleteFailures(upTo stale: Date, after future: Date) {
        state.failures = state.failures.filter { $0.value.last > stale && $0.value.last <= future }
    }

    func session(_ id: Session.ID) -> Session? { state.sessions[id] }

    func sessions(of user: User.ID) -> [Session] {
        state.sessions.values.filter { $0.user == user }.sorted(by: Session.isUsedLater)
    }

    func save(_ session: Session) {
        guard state.accounts[session.user] != nil else { return }
        let existing = state.sessions[session.id]
        state.sessions[session.id] = existing?.used(at: session.lastUsedAt) ?? session
    }

    func deleteSession(_ id: Session.ID) { state.sessions[id] = nil }

    func deleteSessions(of user: User.ID, except current: Session.ID?) {
        state.sessions = state.sessions.filter { $0.value.user != user || $0.key == current }
    }

    func deleteSessions(lastUsedBefore date: Date) {
        state.sessions = state.sessions.filter { $0.value.lastUsedAt >= date }
    }

    func clampSessions(to now: Date) {
        for session in state.sessions.values where session.lastUsedAt > now {
            state.sessions[session.id] = session.used(at: now)
        }
    }

    func readPosition(of user: User.ID) -> ReadPosition {
        state.positions[user] ?? ReadPosition()
    }

    func setReadPosition(_ position: ReadPosition, of user: User.ID) {
        guard state.accounts[user] != nil else { return }
        state.positions[user] = position
    }

    func activityEpoch(of user: User.ID) -> Int { state.activityEpochs[user] ?? 0 }

    func setActivityEpoch(_ epoch: Int, of user: User.ID) {
        guard state.accounts[user] != nil else { return }
        state.activityEpochs[user] = epoch
    }

    func mutedUsers(of user: User.ID) -> [User.ID] { (state.muted[user] ?? []).sorted() }

    func setMuted(_ isMuted: Bool, _ muted: User.ID, by user: User.ID) {
        guard state.accounts[user] != nil else { return }
        if isMuted {
            state.muted[user, default: []].insert(muted)
        } else {
            state.muted[user]?.remove(muted)
            if state.muted[user]?.isEmpty == true { state.muted[user] = nil }
        }
    }

    func blocks(by user: User.ID) -> [Block] {
        (state.blocks[user] ?? [:]).values.sorted { $0.user < $1.user }
    }

    func setBlock(_ block: Block, by user: User.ID) {
        guard state.accounts[user] != nil, block.user != user else { return }
        state.blocks[user, default: [:]][block.user] = block
    }

    func original(of photo: BlobID, by user: User.ID) -> BlobID? { state.originals[user]?[photo] }

    func originals(by user: User.ID) -> [BlobID] { (state.originals[user] ?? [:]).values.sorted() }

    func photos(withOriginal original: BlobID, by user: User.ID) -> [BlobID] {
        (state.originals[user] ?? [:]).filter { $0.value == original }.keys.sorted()
    }

    func usersWithOriginal(of photo: BlobID) -> [User.ID] {
        state.originals.filter { $0.value[photo] != nil }.keys.sorted()
    }

    func isOriginal(_ blob: BlobID) -> Bool {
        state.originals.values.contains { $0.values.contains(blob) }
    }

    func originals(after cursor: BlobID?, limit: Int) -> Page<BlobID, BlobID> {
        let rest = Set(state.originals.values.flatMap(\.values))
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
        state.originals[user, default: [:]][photo] = original
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
