import TimelineCore

/// Sends records in the order of ``RecordRank``, within the limits of a turn.
struct RecordSender<Store: SyncStore> {
    /// The records that did not fit into the turn.
    struct Remainder {
        var records: [RecordID] = []
        /// The IDs of records that the store no longer holds.
        var missing: Set<RecordID> = []
    }

    private let store: Store
    private let limits: TurnLimits
    /// The authors whose introductions were sent in this session.
    private var introduced: Set<User.ID> = []
    /// The authors whose keys were sent with deletions in this session.
    private var withKeys: Set<User.ID> = []
    /// Hash values of the IDs that were sent in this session.
    private var sent: Set<Int> = []
    /// Whether any record has been sent for the first time in this session since the last call to
    /// ``takeNews()``.
    private var hasNews = false

    init(_ store: Store, limits: TurnLimits) {
        self.store = store
        self.limits = limits
    }

    /// Returns whether any record has been sent for the first time in this session since the last
    /// call.
    mutating func takeNews() -> Bool {
        defer { hasNews = false }
        return hasNews
    }

    /// Sends records by ID.
    ///
    /// Keys are only compared for users of whom both sides hold something. The author of a deletion
    /// may be someone else, so their keys precede it in the same turn.
    mutating func send(
        _ ids: Set<RecordID>,
        of selection: RecordSelection,
        in turn: inout OutgoingTurn
    ) throws(SyncError) -> Remainder {
        var remainder = Remainder()
        guard !ids.isEmpty else { return remainder }
        let records = try store.records(withIDs: ids)
        remainder.missing = ids.subtracting(records.map(\.id))
        for record in RecordRank.sorted(records) {
            guard !turn.isFull else {
                remainder.records.append(record.id)
                continue
            }
            let author = record.author
            let areKeysCompared =
                selection.users.contains(author) || selection.deletionScopes.contains(author)
            if selection.deletionScopes.contains(record.scope), !areKeysCompared {
                try sendKeys(of: author, in: &turn)
            }
            send(record, in: &turn)
        }
        return remainder
    }

    private mutating func sendKeys(
        of author: User.ID,
        in turn: inout OutgoingTurn
    ) throws(SyncError) {
        guard !introduced.contains(author), withKeys.insert(author).inserted else { return }
        let keys = try store.introductions(of: [author]).filter(\.content.isSignedByRoot)
        for record in keys.sorted() { send(record, in: &turn) }
    }

    /// Sends the newest records of the ranges, and marks ranges as complete once all of their
    /// records are sent.
    ///
    /// The introduction of a reply's author precedes the author's first reply in the same turn,
    /// because peers reject introductions of users without records. No more records are sent once
    /// those in the turn are longer than the limit in bytes.
    mutating func send(
        _ ranges: [WantedRange],
        upTo byteLimit: Int,
        in turn: inout OutgoingTurn
    ) throws(SyncError) {
        guard !ranges.isEmpty else { return }
        let records = try store.records(in: ranges, limit: limits.wants)
        try introduce(Set(ranges.map(\.scope)).subtracting(introduced), in: &turn)
        let authors = Set(records.map(\.author)).subtracting(introduced)
        let introductions = Dictionary(
            grouping: authors.isEmpty ? [] : try store.introductions(of: authors),
            by: \.author
        )
        var isComplete = records.count < limits.wants
        for record in records {
            guard !turn.isFull, turn.recordByteCount < byteLimit else {
                isComplete = false
                break
            }
            let author = record.author
            if introduced.insert(author).inserted {
                for record in RecordRank.sorted(introductions[author] ?? []) {
                    send(record, in: &turn)
                }
            }
            send(record, in: &turn)
        }
        if isComplete { turn.complete(ranges.map(\.scope)) }
    }

    /// Sends the introductions of users, starting with their keys.
    mutating func introduce(
        _ authors: Set<User.ID>,
        in turn: inout OutgoingTurn
    ) throws(SyncError) {
        guard !authors.isEmpty else { return }
        introduced.formUnion(authors)
        for record in RecordRank.sorted(try store.introductions(of: authors)) {
            send(record, in: &turn)
        }
    }

    private mutating func send(_ record: VerifiedRecord, in turn: inout OutgoingTurn) {
        turn.add(record)
        if sent.insert(record.id.hashValue).inserted { hasNews = true }
    }
}

extension RecordSender: Sendable where Store: Sendable {}
