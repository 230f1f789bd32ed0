import Foundation

/// An in-memory repository for previews and tests.
///
/// Other repositories are tested against it.
///
/// This repository favors obvious correctness: it holds the live records, and derives everything
/// that readers see from all of them at once. A commit therefore takes time in proportion to the
/// number of records.
///
/// ```swift
/// let owner = StoreOwner(
///     repository: InMemoryRepository(), blobs: InMemoryBlobStore(), hasher: hasher
/// )
/// ```
public final class InMemoryRepository: Repository {
    private let social = Lock(SocialState())
    private let accounts = Lock(AccountState())

    /// The executors that all engines on this repository share.
    public let lanes = RepositoryLanes()

    /// Creates an empty repository.
    public init() {}

    /// Runs a query on one snapshot of shared and private data.
    public func read<Result>(
        _ query: (any SocialReader, any AccountReader) throws -> Result
    ) throws -> Result {
        let (social, accounts) = social.withLock { social in
            (social, self.accounts.withLock { $0 })
        }
        return try query(social, AccountTransaction(accounts))
    }

    /// Applies the batch that `draft` returns, together with the private data that it writes.
    ///
    /// Every record can be stored.
    @discardableResult
    public func apply(
        drafting draft: (any SocialReader, any AccountWriter) throws -> ValidatedBatch,
        rejecting reject: (([VerifiedRecord], any AccountWriter) throws -> Void)?
    ) throws -> [VerifiedRecord] {
        try write { social, accounts in
            let batch = try draft(social, accounts)
            social.add(batch)
            return batch.records
        }
    }

    /// Writes private data in one transaction.
    @discardableResult
    public func writeAccountsIfPossible(
        _ update: (any SocialReader, any AccountWriter) throws -> Void
    ) throws -> Bool {
        try writeAccounts(update)
        return true
    }

    /// Removes the records of a user's scope.
    public func forget(
        _ user: User.ID,
        keepingFollowsOf users: [User.ID],
        limit: Int
    ) -> [BlobID]? {
        social.withLock { $0.forget(user, keepingFollowsOf: users) }
    }

    /// Runs a transaction, and commits its changes if it throws no error.
    private func write<Result>(
        _ update: (inout SocialState, AccountTransaction) throws -> Result
    ) throws -> Result {
        try social.withLock { social in
            try accounts.withLock { accounts in
                let transaction = AccountTransaction(accounts)
                let epoch = social.commitCount
                let answer = try update(&social, transaction)
                accounts = transaction.state
                social.settle(accounts, since: epoch)
                return answer
            }
        }
    }
}

/// The private data of an in-memory repository.
struct AccountState: Sendable {
    var accounts: [User.ID: Account] = [:]
    var sessions: [Session.ID: Session] = [:]
    /// The newest restrictions by each user with an account.
    var restrictions: [User.ID: [Restriction]] = [:]
    /// The originals of all users.
    var originals: Set<Original> = []
    /// The peer list of each user.
    var peers: [User.ID: [StoredPeer]] = [:]
    /// The times of the marks.
    var marks: [BlobMark: [BlobID: UInt64]] = [:]
    var rejections: [RecordID: RejectedRecord] = [:]
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

    func peers(of user: User.ID) -> [StoredPeer] { state.peers[user] ?? [] }

    func save(_ peer: StoredPeer, of user: User.ID) {
        let others = peers(of: user)
            .filter { ($0.user, $0.target ?? "") != (peer.user, peer.target ?? "") }
        state.peers[user] = others + [peer]
    }

    func time(of mark: BlobMark, on blob: BlobID) -> UInt64? { state.marks[mark]?[blob] }

    func blobs(marked mark: BlobMark) -> [BlobID: UInt64] { state.marks[mark] ?? [:] }

    func setTime(_ time: UInt64?, of mark: BlobMark, on blob: BlobID) {
        state.marks[mark, default: [:]][blob] = time
    }

    func rejections(
        _ selection: RejectedRecord.Selection,
        limit: Int
    ) -> [RejectedRecord] {
        Array(
            state.rejections.values.filter(selection.contains)
                .sorted { $0.position < $1.position }.prefix(max(0, limit))
        )
    }

    func rejectionCounts(by author: User.ID?) -> [RejectionReason: Int] {
        let sources = state.rejections.values.map(\.source)
            .filter { author == nil || $0.author == author }
        return Dictionary(sources.map { ($0.reason, 1) }, uniquingKeysWith: +)
    }

    func rejectionSources() -> Set<RejectedRecord.Source> {
        Set(state.rejections.values.map(\.source))
    }

    func insert(_ rejection: RejectedRecord) -> Bool {
        guard state.rejections[rejection.position.id] == nil else { return false }
        state.rejections[rejection.position.id] = rejection
        return true
    }

    func deleteRejections(_ selection: RejectedRecord.Selection) {
        state.rejections = state.rejections.filter { !selection.contains($0.value) }
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

extension RejectedRecord.Selection {
    /// Returns whether the selection contains a rejection.
    fileprivate func contains(_ rejection: RejectedRecord) -> Bool {
        switch self {
        case .record(let record): rejection.position.id == record
        case .scope(let scope): rejection.source.scope == scope
        case .source(let source): rejection.source == source
        case .signed(let author, let key):
            rejection.source.author == author && rejection.key == key
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
