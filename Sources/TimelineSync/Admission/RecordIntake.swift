import TimelineRecords

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
        var rejected = 0
        /// The number of records that concern posts older than the store accepts.
        var tooOld = 0
        var future = 0
        var invalid = 0
        /// The authors of records that did not become live, because of records that the peer lacks.
        var contradicted: Set<RecordUserID> = []
        /// The updated progress of first syncs.
        var progress: [RecordUserID: FirstSyncProgress] = [:]
    }

    private let store: Store
    private let limits: AdmissionLimits
    /// The encoded records held back until their keys arrive in this session.
    private var pending: [[UInt8]] = []
    private var pendingByteCount = 0
    private var pendingAuthors: Set<RecordUserID> = []
    /// The rejected records of this session that the store has not stored as rejections, so that
    /// they are counted once.
    private var unstored: Set<RecordID> = []
    /// The numbers of limited rejections, read once per session because a store decodes all of
    /// them.
    private var rejectionCounts: RejectionCounts?

    init(_ store: Store, limits: AdmissionLimits = .standard) {
        self.store = store
        self.limits = limits
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
    ///   - acceptsFollowers: Whether to accept follows of the store's users by anyone.
    /// - Returns: The result.
    /// - Throws: ``SyncError/store(code:)``.
    mutating func commit(
        _ encodings: [[UInt8]],
        answering ranges: [WantedRange],
        completed: Set<RecordUserID>,
        at now: UInt64,
        introduced: Set<RecordUserID>,
        acceptsFollowers: Bool = false
    ) throws(SyncError) -> Result {
        var result = Result()
        if encodings.isEmpty, completed.isEmpty { return result }
        var records = try verified(encodings, &result)
        result.verified = Set(records.map(\.id))
        result.progress = Self.progress(of: records, answering: ranges, completed: completed)
        let known = try store.known(result.verified)
        records.removeAll { known.contains($0.id) || unstored.contains($0.id) }
        var admission = try Admission(
            store,
            at: now,
            introduced: introduced.union(pendingAuthors),
            acceptsFollowers: acceptsFollowers,
            limits: limits,
            rejectionCounts: rejectionCounts
        )
        let decisions = try admission.decide(records)
        rejectionCounts = decisions.rejectionCounts
        result.future = decisions.future
        result.tooOld = decisions.rejected.count { $0.reason == .tooOld }
        result.rejected = decisions.rejected.count - result.tooOld + decisions.unstored.count
        unstored.formUnion(
            decisions.unstored.prefix(max(0, limits.rejections - unstored.count))
        )
        let live = try store.apply(
            SyncBatch(
                accepted: decisions.accepted,
                rejected: decisions.rejected,
                progress: result.progress
            )
        )
        let others = decisions.accepted.filter { !live.contains($0.id) }
        // The store has rejected those that it cannot hold.
        let unusable = others.isEmpty ? [] : try store.known(Set(others.map(\.id)))
        result.rejected += unusable.count
        for record in decisions.accepted where live.contains(record.id) {
            result.accepted.add(record)
            result.acceptedKeys.insert(record.body.key)
        }
        for record in others where !unusable.contains(record.id) {
            result.contradicted.insert(record.body.author)
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
                    result.invalid += 1
                    continue
                }
                result.received.insert(record.id)
                if case .unknownKey = error { hold(record, encoding) } else { result.invalid += 1 }
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
        pendingAuthors.insert(record.body.author)
    }

    /// Returns the progress of first syncs, down to the lowest record of each range.
    private static func progress(
        of records: [VerifiedRecord],
        answering ranges: [WantedRange],
        completed: Set<RecordUserID>
    ) -> [RecordUserID: FirstSyncProgress] {
        let requested = Set(ranges.map(\.scope))
        var progress: [RecordUserID: FirstSyncProgress] = [:]
        for range in ranges {
            guard let bound = range.bound else { continue }
            progress[range.scope] = .receivedDown(to: bound)
        }
        for record in records
        where !record.introducesAuthor && requested.contains(record.body.scope) {
            let position = RecordPosition(of: record)
            if case .receivedDown(let lowest) = progress[record.body.scope], lowest <= position {
                continue
            }
            progress[record.body.scope] = .receivedDown(to: position)
        }
        for scope in completed.intersection(requested) { progress[scope] = .complete }
        return progress
    }
}

extension RecordIntake: Sendable where Store: Sendable {}
