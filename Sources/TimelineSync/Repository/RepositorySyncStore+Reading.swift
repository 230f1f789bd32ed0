package import TimelineCore

extension RepositorySyncStore {
    /// Returns the live records and the rejections of a selection, along with the state token.
    package func inventory(of selection: RecordSelection) throws(SyncError) -> Inventory {
        try reading { social, accounts in
            let heads = try social.recordHeads(inScopes: selection.scopes)
            let follows = try social.follows(among: selection)
            let introduced = selection.users.union(heads.map(\.author))
                .union(follows.map(\.author))
            // The records of a scope include the introductions of its own user.
            let others = introduced.subtracting(selection.scopes)
            var positions = heads.map(\.position)
            positions += try social.introductions(of: others).map { RecordPosition(of: $0) }
            positions += follows.map { RecordPosition(of: $0) }
            positions +=
                try social
                .recordHeads(inScopes: selection.deletionScopes, onlyDeletions: true)
                .map(\.position)
            let owners = selection.deletionScopes.subtracting(introduced)
            positions += try social.introductions(of: owners)
                .filter(\.content.isSignedByRoot).map { RecordPosition(of: $0) }
            let rejected = try accounts.rejectionSources()
                .filter { selection.contains($0, introducing: introduced) }
            for scope in Set(rejected.map(\.scope)) {
                positions += try accounts.rejections(.scope(scope), limit: .max)
                    .filter { rejected.contains($0.source) }.map(\.position)
            }
            return Inventory(
                positions: positions,
                introduced: introduced,
                token: try noted(accounts.stateToken(social), social)
            )
        }
    }

    /// Returns the live records with the given IDs.
    package func records(withIDs ids: Set<RecordID>) throws(SyncError) -> [VerifiedRecord] {
        try reading { social, _ in try social.records(withIDs: ids) }
    }

    /// Returns the newest live records across all ranges, newest first.
    package func records(
        in ranges: [WantedRange],
        limit: Int
    ) throws(SyncError) -> [VerifiedRecord] {
        try reading { social, _ in
            let part = max(32, limit / max(1, ranges.count))
            var sources = try ranges.map { try RecordRun($0, social, part: part) }
            var records: [VerifiedRecord] = []
            while records.count < limit {
                let heads = sources.indices.compactMap { index in
                    sources[index].newest.map { (index: index, position: $0) }
                }
                guard let newest = heads.max(by: { $0.position < $1.position }),
                    let record = try sources[newest.index].take(social)
                else { break }
                records.append(record)
            }
            return records
        }
    }

    /// Returns the live records that introduce users.
    package func introductions(
        of authors: Set<User.ID>
    ) throws(SyncError) -> [VerifiedRecord] {
        try reading { social, _ in try social.introductions(of: authors) }
    }

    /// Returns the live records that add devices.
    package func keyRecords(of authors: Set<User.ID>) throws(SyncError) -> [VerifiedRecord] {
        try reading { social, _ in try social.introductions(of: authors, onlyKeys: true) }
    }

    /// Returns the wanted scopes of users with posts in the store.
    func scopesWithPosts() throws(SyncError) -> Set<User.ID> {
        try reading { social, accounts in
            try accounts.scopes(social).filter { try social.hasPosts(by: $0) }
        }
    }

    /// Returns the progress of the first sync of each scope that has started.
    package func progress(
        of scopes: Set<User.ID>
    ) throws(SyncError) -> [User.ID: FirstSyncProgress] {
        try reading { social, accounts in
            var progress: [User.ID: FirstSyncProgress] = [:]
            for scope in scopes {
                progress[scope] = try accounts.progress(of: scope, social)
            }
            return try progress.filter { scope, _ in
                try !social.records(inScope: scope, below: nil, limit: 1).isEmpty
                    || !accounts.rejections(.scope(scope), limit: 1).isEmpty
            }
        }
    }
}

/// The records of one range, newest first, read in pages.
private struct RecordRun {
    private let scope: User.ID
    private let part: Int
    private var buffer: ArraySlice<VerifiedRecord>
    private var isComplete: Bool

    init(_ range: WantedRange, _ social: any SocialReader, part: Int) throws {
        scope = range.scope
        self.part = part
        let records = try social.records(inScope: scope, below: range.bound, limit: part)
        buffer = records[...]
        isComplete = records.count < part
    }

    /// The position of the newest remaining record, or `nil` if none remains.
    var newest: RecordPosition? { buffer.first.map { RecordPosition(of: $0) } }

    /// Removes and returns the newest record.
    mutating func take(_ social: any SocialReader) throws -> VerifiedRecord? {
        guard let record = buffer.popFirst() else { return nil }
        if buffer.isEmpty, !isComplete {
            let records = try social.records(
                inScope: scope,
                below: RecordPosition(of: record),
                limit: part
            )
            buffer = records[...]
            isComplete = records.count < part
        }
        return record
    }
}

extension SocialReader {
    /// Returns the live follow and unfollow records of a selection that lie outside its scopes:
    /// those between its users, and those of its owner.
    func follows(among selection: RecordSelection) throws -> [VerifiedRecord] {
        let followers = selection.users.subtracting(selection.scopes)
        let follows = try followers.flatMap { follower in
            try selection.users.subtracting([selection.owner].compactMap(\.self))
                .compactMap { try record(setting: .follow(follower, of: $0)) }
        }
        guard let owner = selection.owner else { return follows }
        return try follows
            + self.follows(by: nil, of: owner).filter { !selection.scopes.contains($0.author) }
    }
}

extension AccountReader {
    /// Returns the progress of the first sync of a scope.
    ///
    /// The device on which a user has signed up lacks nothing that a first sync would bring. What
    /// other devices of the user have added is compared record by record.
    func progress(
        of scope: User.ID,
        _ social: any SocialReader
    ) throws -> FirstSyncProgress? {
        if let stored = try state(StoredProgress.self, forKey: StateKey.progress(of: scope)) {
            return stored.progress
        }
        guard let own = try keys(of: scope)?.device.id else { return nil }
        return try social.devices(of: scope).first?.id == own ? .complete : nil
    }
}
