import TimelineCore

/// Verifies, admits and commits the records that a peer sends, one turn at a time.
struct RecordIntake<Store: SyncStore> {
    /// The result of a turn.
    struct Result {
        /// The IDs of all well-formed records, even if they are not accepted.
        var received: Set<RecordID> = []
        /// The IDs of all records with a valid signature.
        var verified: Set<RecordID> = []
        /// The records that are live now and were not known before.
        var accepted = RecordTally()
        /// The keys that signed those records.
        var acceptedKeys: Set<KeyID> = []
        /// Whether those records revoke a key, so that records may have become live that the store
        /// no longer holds.
        var revokesKeys = false
        var rejected = 0
        /// The number of records that concern posts older than the store accepts.
        var tooOld = 0
        /// The records with stamps ahead of the clock by authors whose clocks matter.
        var future: [FutureRecord] = []
        /// The time of the clock from which the first record with a stamp ahead of it can be accepted,
        /// in milliseconds since 1970.
        var due: UInt64?
        /// The number of deletions of something that the store does not hold.
        var notHeld = 0
        var invalid = 0
        /// The total length of the records that are invalid, unwanted, known or from the future, and
        /// of rejected introductions, in bytes.
        var wastedByteCount = 0
        /// Whether the records changed the store.
        var isNew = false
        /// The authors of records that did not become live, because of records that the peer lacks.
        var contradicted: Set<User.ID> = []
        /// The updated progress of first syncs.
        var progress: [User.ID: FirstSyncProgress] = [:]
    }

    private let store: Store
    private let limits: AdmissionLimits
    /// The encoded records held back until their keys arrive in this session.
    private var pending: [[UInt8]] = []
    private var pendingByteCount = 0
    private var pendingAuthors: Set<User.ID> = []
    /// The rejected records of this session that the store has not stored as rejections, so that
    /// they are counted once.
    private var unstored: Set<RecordID> = []
    /// The deletions in this session of something that the store does not hold, so that they are
    /// judged once.
    private var notHeld: Set<RecordID> = []
    /// The numbers of limited rejections, read once per session because a store decodes all of
    /// them.
    private(set) var rejectionCounts: RejectionCounts?

    /// Creates an intake.
    ///
    /// - Parameters:
    ///   - store: The store.
    ///   - limits: The limits for records by others.
    ///   - rejectionCounts: The numbers of limited rejections, if they are known.
    init(
        _ store: Store,
        limits: AdmissionLimits = .standard,
        rejectionCounts: RejectionCounts? = nil
    ) {
        self.store = store
        self.limits = limits
        self.rejectionCounts = rejectionCounts
    }

    /// Whether any records are waiting for their keys.
    var hasPending: Bool { !pending.isEmpty }

    /// Commits the records of a turn.
    ///
    /// - Parameters:
    ///   - encodings: The encoded records.
    ///   - ranges: The requested ranges that the turn contains.
    ///   - completed: The scopes whose requested ranges are complete.
    ///   - now: The local clock in milliseconds since 1970.
    ///   - introduced: The users from which introductions and follows are always accepted.
    ///   - followers: The authors from which follows of the store's users are accepted, or `nil`
    ///     for those in `introduced`.
    /// - Returns: The result.
    /// - Throws: ``SyncError/store(code:)``.
    mutating func commit(
        _ encodings: [[UInt8]],
        answering ranges: [WantedRange],
        completed: Set<User.ID>,
        at now: UInt64,
        introduced: Set<User.ID>,
        followers: FollowerRule? = nil
    ) throws(SyncError) -> Result {
        var result = Result()
        if encodings.isEmpty, completed.isEmpty { return result }
        var records = try verified(encodings, &result)
        result.verified = Set(records.map(\.id))
        result.progress = Self.progress(of: records, answering: ranges, completed: completed)
        let known = try store.known(result.verified)
        for record in records where known.contains(record.id) { result.waste(record) }
        records.removeAll { record in
            [known, unstored, notHeld].contains { $0.contains(record.id) }
        }
        let introduced = introduced.union(pendingAuthors)
        var admission = try Admission(
            store,
            at: now,
            introduced: introduced,
            followers: followers ?? .introduced(introduced),
            limits: limits,
            rejectionCounts: rejectionCounts
        )
        let decisions = try admission.decide(records)
        rejectionCounts = decisions.rejectionCounts
        let accepted = Set(decisions.accepted.map(\.id))
        let noted = accepted.union(decisions.rejected.map(\.position.id))
        // Rejected introductions may be long.
        for record in records
        where !(record.introducesAuthor ? accepted : noted).contains(record.id) {
            result.waste(record)
        }
        result.future = decisions.future
        result.due = records.map(\.stamp).filter { !$0.isAccepted(at: now) }.min()
            .map { $0.milliseconds - PushID.clockTolerance }
        result.tooOld = decisions.rejected.count { $0.source.reason == .tooOld }
        let absent = decisions.rejected.filter { $0.source.reason == .notHeld }
        notHeld.formUnion(absent.map(\.position.id))
        result.notHeld = absent.count
        result.rejected =
            decisions.rejected.count - result.tooOld - result.notHeld + decisions.unstored.count
        unstored.formUnion(
            decisions.unstored.prefix(max(0, limits.rejections - unstored.count))
        )
        let live = try store.commit(
            SyncBatch(
                accepted: decisions.accepted,
                rejected: decisions.rejected,
                progress: result.progress
            )
        )
        result.isNew = !live.isEmpty || !decisions.rejected.isEmpty
        let others = decisions.accepted.filter { !live.contains($0.id) }
        // The store has rejected those that it cannot hold.
        let unusable = others.isEmpty ? [] : try store.known(Set(others.map(\.id)))
        result.rejected += unusable.count
        for record in decisions.accepted where live.contains(record.id) {
            result.accepted.add(record)
            result.acceptedKeys.insert(record.key)
            if record.content.kind == .keyRevoked { result.revokesKeys = true }
        }
        for record in others {
            if !unusable.contains(record.id) { result.contradicted.insert(record.author) }
            result.waste(record)
        }
        return result
    }

    /// Verifies records, along with earlier ones that lacked their keys.
    private mutating func verified(
        _ encodings: [[UInt8]],
        _ result: inout Result
    ) throws(SyncError) -> [VerifiedRecord] {
        guard !encodings.isEmpty else { return [] }
        let all = encodings + pending
        pending = []
        pendingByteCount = 0
        var records: [VerifiedRecord] = []
        for (encoding, verification) in zip(all, try store.verify(all)) {
            switch verification {
            case .success(let record):
                records.append(record)
                result.received.insert(record.id)
            case .failure(let error):
                // Malformed records have no ID.
                guard let record = try? SignedRecord(decoding: encoding) else {
                    result.reject(encoding)
                    continue
                }
                result.received.insert(record.id)
                if case .unknownKey = error {
                    hold(record, encoding)
                } else {
                    result.reject(encoding)
                }
            }
        }
        return records
    }

    private mutating func hold(_ record: SignedRecord, _ encoding: [UInt8]) {
        guard pending.count < SessionLimits.pendingKeys,
            pendingByteCount + encoding.count <= limits.pendingKeyBytes
        else { return }
        pending.append(encoding)
        pendingByteCount += encoding.count
        pendingAuthors.insert(record.author)
    }

    /// Returns the progress of first syncs, down to the lowest record of each range.
    private static func progress(
        of records: [VerifiedRecord],
        answering ranges: [WantedRange],
        completed: Set<User.ID>
    ) -> [User.ID: FirstSyncProgress] {
        let requested = Set(ranges.map(\.scope))
        var progress: [User.ID: FirstSyncProgress] = [:]
        for range in ranges {
            guard let bound = range.bound else { continue }
            progress[range.scope] = .receivedDown(to: bound)
        }
        for record in records
        where !record.introducesAuthor && requested.contains(record.scope) {
            let position = RecordPosition(of: record)
            if case .receivedDown(let lowest) = progress[record.scope], lowest <= position {
                continue
            }
            progress[record.scope] = .receivedDown(to: position)
        }
        for scope in completed.intersection(requested) { progress[scope] = .complete }
        return progress
    }
}

extension RecordIntake: Sendable where Store: Sendable {}

extension RecordIntake.Result {
    /// Counts an invalid record.
    fileprivate mutating func reject(_ encoding: [UInt8]) {
        invalid += 1
        wastedByteCount += encoding.count
    }

    /// Counts a valid record that brings nothing.
    fileprivate mutating func waste(_ record: VerifiedRecord) {
        wastedByteCount += record.bodyBytes.count + record.signature.count
    }
}
