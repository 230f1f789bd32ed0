/// The shared data of an in-memory repository: the live records, and when they arrived.
///
/// Everything that readers see is derived from the live records; see ``SocialView``. The queries are
/// in extensions.
struct SocialState: Sendable {
    /// The live records, by their IDs.
    private(set) var records: [RecordID: HeldRecord] = [:]
    /// The live records that set registers.
    private(set) var registers: [RecordRegister: HeldRecord] = [:]
    /// The newest stamp of each author in all records that were ever added, live or not.
    private(set) var newestStamps: [User.ID: PushID] = [:]
    /// 16 random bytes that are replaced whenever the live records change.
    private(set) var token = SocialState.newToken()
    /// The private data on which answers depend.
    private(set) var facts = PrivateFacts(AccountState())
    /// The number of commits, which serves as the epoch.
    private(set) var commitCount = 0 { didSet { lazyView = LazyView() } }
    private var lazyView = LazyView()

    /// What readers see.
    ///
    /// It is derived at the first use in each epoch.
    var view: SocialView { lazyView.view(of: self) }

    // MARK: Commits

    /// Adds the records of a batch.
    ///
    /// Afterwards, the live records are `liveSet(of:)` of the former ones and those of the batch.
    /// The rest is dropped.
    mutating func add(_ batch: ValidatedBatch) {
        guard !batch.isEmpty else { return }
        commitCount += 1
        var kept = records
        if let replacement = batch.replacement {
            for id in replacement.records { kept[id] = nil }
            newestStamps[replacement.author] =
                kept.values.filter { $0.author == replacement.author }.map(\.stamp).max()
        }
        for record in batch.records {
            let author = record.author
            newestStamps[author] = max(newestStamp(of: author), record.stamp)
        }
        let live = liveSet(of: kept.values.map(\.record) + batch.records)
        hold(
            live.map { record in
                if let held = kept[record.id] { return held }
                let former = RecordRegister(of: record).flatMap { registers[$0] }
                return HeldRecord(record, in: batch, of: commitCount, replacing: former)
            }
        )
    }

    /// Removes the records of a user's scope, apart from some follows and from those that introduce
    /// the user.
    ///
    /// If there are none, removes the records that introduce the user, unless anything else refers
    /// to the user.
    ///
    /// - Parameters:
    ///   - user: The user of the scope.
    ///   - users: The users that the user continues to follow.
    /// - Returns: The blobs that the removed records referenced, or `nil` if nothing was removed.
    mutating func forget(_ user: User.ID, keepingFollowsOf users: [User.ID]) -> [BlobID]? {
        let id = user
        let kept = Set(users.map { RecordRegister.follow(id, of: $0) })
        var forgotten = records.values.filter { held in
            held.record.scope == id && !held.record.introducesAuthor
                && RecordRegister(of: held.record).map { !kept.contains($0) } ?? true
        }
        if forgotten.isEmpty, !isReferenced(user) {
            forgotten = records.values.filter { $0.author == user }
        }
        guard !forgotten.isEmpty else { return nil }
        commitCount += 1
        let ids = Set(forgotten.map(\.record.id))
        hold(records.values.filter { !ids.contains($0.record.id) })
        return forgotten.flatMap(\.record.blobs)
    }

    /// Returns whether anything apart from their keys and profile refers to a user: a record of
    /// their scope or by them, or a follow.
    private func isReferenced(_ user: User.ID) -> Bool {
        view.followers[user] != nil
            || records.values.contains { held in
                let isIntroduction =
                    held.record.introducesAuthor && held.content.kind != .accountDeleted
                return !isIntroduction
                    && (held.author == user || held.record.scope == user)
            }
    }

    /// Adopts the private data at the end of a transaction that began in the given epoch.
    ///
    /// The epoch advances if answers may change, but only once in each transaction.
    mutating func settle(_ accounts: AccountState, since epoch: Int) {
        let facts = PrivateFacts(accounts)
        guard facts != self.facts else { return }
        self.facts = facts
        commitCount = epoch + 1
    }

    /// Replaces the live records.
    private mutating func hold(_ live: [HeldRecord]) {
        let former = records.keys
        records = Dictionary(uniqueKeysWithValues: live.map { ($0.record.id, $0) })
        guard records.keys != former else { return }
        registers = Dictionary(
            uniqueKeysWithValues: live.compactMap { held in
                RecordRegister(of: held.record).map { ($0, held) }
            }
        )
        token = Self.newToken()
    }

    private static func newToken() -> [UInt8] {
        var random = SystemRandomNumberGenerator()
        return (0..<16).map { _ in UInt8.random(in: .min ... .max, using: &random) }
    }
}

/// A live record, and when it arrived.
///
/// A record that replaces another of the same register, author and kind, such as the edit of a post
/// or the new name of a user, arrives when the replaced one did, because it says nothing new to
/// those who have read the former one. A like after an unlike is new. What counts is the record
/// that was live before the commit, whatever else the batch contains.
struct HeldRecord: Sendable {
    let record: VerifiedRecord
    /// The epoch of the commit that brought the record.
    let commit: Int
    /// When readers received what the record says.
    let arrival: Arrival

    /// Creates a record that a batch has brought.
    ///
    /// - Parameters:
    ///   - record: The record.
    ///   - batch: The batch, which determines what is news.
    ///   - commit: The epoch of the commit.
    ///   - former: The record of the same register before the commit, if any.
    init(
        _ record: VerifiedRecord,
        in batch: ValidatedBatch,
        of commit: Int,
        replacing former: HeldRecord?
    ) {
        self.record = record
        self.commit = commit
        if let former, former.record.author == record.author,
            former.content.kind == record.content.kind
        {
            arrival = former.arrival
        } else {
            arrival = Arrival(epoch: commit, notifies: batch.notifies(record))
        }
    }

    var author: User.ID { record.author }
    var stamp: PushID { record.stamp }
    var content: RecordContent { record.content }
}

/// The arrival of a record, or of an item that several records make visible.
struct Arrival: Hashable, Sendable {
    /// The epoch of a commit.
    let epoch: Int
    /// Whether the record was new enough on arrival to be news.
    let notifies: Bool

    /// The arrival number of a comment, like, follow or mention: 0 if it is not news.
    var number: Int { notifies ? epoch : 0 }

    /// Returns the arrival of an item that also needs items that arrived in the given epochs.
    func after(_ epochs: Int...) -> Arrival {
        Arrival(epoch: max(epoch, epochs.max() ?? 0), notifies: notifies)
    }
}

/// The private data on which answers about shared data depend.
struct PrivateFacts: Equatable, Sendable {
    /// The users with an account.
    let localUsers: Set<User.ID>
    /// The users that each user has muted.
    let muted: [User.ID: Set<User.ID>]
    /// The users that each user has blocked.
    let blocked: [User.ID: Set<User.ID>]

    init(_ accounts: AccountState) {
        localUsers = Set(accounts.accounts.keys)
        func users(_ kind: Restriction.Kind) -> [User.ID: Set<User.ID>] {
            accounts.restrictions
                .mapValues { Set($0.filter { $0.kind == kind && $0.isSet }.map(\.user)) }
                .filter { !$1.isEmpty }
        }
        (muted, blocked) = (users(.mute), users(.block))
    }
}

/// A view that all copies of one state share, and that the first of them derives.
private final class LazyView: Sendable {
    private let view = Lock<SocialView?>(nil)

    func view(of state: SocialState) -> SocialView {
        view.withLock { view in
            if let view { return view }
            let derived = SocialView(of: state.records.values, localUsers: state.facts.localUsers)
            view = derived
            return derived
        }
    }
}
