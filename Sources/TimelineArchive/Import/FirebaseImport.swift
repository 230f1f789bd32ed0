import TimelineCore

/// An import of one archive: first users, then follows, then posts, and finally comments and
/// likes.
struct FirebaseImport {
    let engine: TimelineEngine
    let archive: FirebaseArchive
    let roster: ImportRoster
    /// Whether nothing is written.
    let isDryRun: Bool
    var ledger: FirebaseLedger
    /// Receives the number of processed posts and the total number.
    let progress: @Sendable (_ done: Int, _ total: Int) -> Void
    /// The authors of all changes processed so far.
    private var authors: Set<User.ID> = []
    /// The users whose profiles were rejected.
    ///
    /// All other entries by these users are rejected, too.
    private var rejectedUsers: Set<User.ID> = []

    /// The maximum number of changes in one transaction.
    private static let batchSize = 1000

    /// Creates an import and collects the users in the archive, without importing anything yet.
    ///
    /// - Throws: Any error thrown by `report`, which receives each rejection.
    init(
        of archive: FirebaseArchive,
        into engine: TimelineEngine,
        isDryRun: Bool,
        report: @escaping @Sendable (ImportReport.Rejection) throws -> Void,
        progress: @escaping @Sendable (_ done: Int, _ total: Int) -> Void
    ) throws {
        self.engine = engine
        self.archive = archive
        self.isDryRun = isDryRun
        self.progress = progress
        var ledger = FirebaseLedger(counting: archive, isDryRun: isDryRun, report: report)
        roster = try ImportRoster(archive, now: engine.environment.now(), reportingTo: &ledger)
        self.ledger = ledger
    }

    /// Imports the archive.
    ///
    /// - Throws: A `TimelineError` if the storage fails, `CancellationError` if the task is
    ///   cancelled, or an error thrown by the closure that receives rejections.
    mutating func run() async throws -> ImportReport {
        try await apply(roster.steps)
        try await apply(follows())
        let posts = try await importPosts()
        try await apply(replies(to: posts))
        try await collectImportedUsers()
        ledger.result.media = ledger.result.posts
        return ledger.result
    }

    /// Applies steps in batches, and reports the outcome of each step.
    ///
    /// - Returns: The accepted steps.
    @discardableResult
    mutating func apply(_ steps: [ImportStep]) async throws -> [ImportStep] {
        var accepted: [ImportStep] = []
        for start in stride(from: 0, to: steps.count, by: Self.batchSize) {
            let batch = Array(steps[start..<min(start + Self.batchSize, steps.count)])
            try Task.checkCancellation()
            try await addUnlistedAuthors(of: batch)
            accepted += try await applyBatch(batch)
        }
        return accepted
    }

    /// Applies a batch in one transaction, or step by step if one of the IDs is already in use.
    private mutating func applyBatch(_ batch: [ImportStep]) async throws -> [ImportStep] {
        let results: [Result<AcceptedChange, EntryFault>]
        do {
            results = try await decide(
                about: batch.map(\.change),
                photos: batch.compactMap(\.photo)
            )
        } catch TimelineError.identifierConflict {
            guard batch.count == 1 else { return try await applySingly(batch) }
            for step in batch { try ledger.reject(step, for: .idInUse) }
            return []
        }
        var accepted: [ImportStep] = []
        for (step, result) in zip(batch, results) {
            switch result {
            case .success(let change):
                ledger.accept(step, isPresent: change.isPresent)
                accepted.append(step)
            case .failure(let fault):
                if case .profileUpdated = step.change.action {
                    rejectedUsers.insert(step.change.author)
                }
                try ledger.reject(step, for: fault)
            }
        }
        return accepted
    }

    private mutating func applySingly(_ batch: [ImportStep]) async throws -> [ImportStep] {
        var accepted: [ImportStep] = []
        for step in batch { accepted += try await applyBatch([step]) }
        return accepted
    }

    /// Applies the changes that ``ImportDecisions`` accepts inside the transaction.
    ///
    /// - Returns: The outcome for each change.
    private func decide(
        about changes: [Change],
        photos: [PreparedPhoto] = []
    ) async throws -> [Result<AcceptedChange, EntryFault>] {
        let environment = engine.environment
        let rejectedUsers = rejectedUsers
        let decide = { @Sendable (reader: any SocialReader, accounts: any AccountReader) in
            try ImportDecisions(
                about: changes,
                rejectedUsers: rejectedUsers,
                reader: reader,
                accounts: accounts,
                environment: environment
            )
        }
        guard !isDryRun else {
            return try await engine.readWithAccounts { reader, accounts in
                let decisions = try decide(reader, accounts)
                try decisions.accepted.checkIdentifiers { try reader.isIDTaken(by: $0) }
                return decisions.results
            }
        }
        let decisions = Lock(ImportDecisions(environment: environment))
        try await engine.apply(photos: photos) { reader, accounts in
            let made = try decide(reader, accounts)
            decisions.withLock { $0 = made }
            return made.accepted
        }
        return try await settle(decisions.withLock(\.results))
    }

    /// Marks the applied changes without a result as present, because something deleted or newer
    /// in the store takes precedence.
    private func settle(
        _ results: [Result<AcceptedChange, EntryFault>]
    ) async throws -> [Result<AcceptedChange, EntryFault>] {
        try await engine.read { reader in
            try results.map { result in
                guard case .success(var accepted) = result, !accepted.isPresent,
                    let change = accepted.change
                else { return result }
                accepted.isPresent = try !reader.containsResult(of: change)
                return .success(accepted)
            }
        }
    }
}

// MARK: Users

extension FirebaseImport {
    /// Creates users for authors in a batch that are missing from `users`.
    private mutating func addUnlistedAuthors(of batch: [ImportStep]) async throws {
        let new = Set(batch.map(\.change.author)).subtracting(authors)
        let profiles = new.sorted().compactMap { roster.unlistedProfiles[$0] }
        authors.formUnion(new)
        guard !profiles.isEmpty else { return }
        for (change, result) in zip(profiles, try await decide(about: profiles)) {
            switch result {
            case .success(let profile):
                if !profile.isPresent { ledger.result.unlistedUsers += 1 }
            case .failure: rejectedUsers.insert(change.author)
            }
        }
    }

    private mutating func collectImportedUsers() async throws {
        let users = try await engine.readWithAccounts { [authors] reader, accounts in
            try authors.subtracting(accounts.users()).compactMap { try reader.user($0) }
        }
        ledger.result.importedUsers = users.sorted { $0.username < $1.username }
    }
}

extension SocialReader {
    /// Returns whether another post or comment has the ID of a change.
    ///
    /// Captions and descriptions are not compared, because they may have been edited.
    fileprivate func isIDTaken(by change: Change) throws -> Bool {
        switch change.action {
        case .postAdded(let content):
            guard let stored = try post(Post.ID(change.stamp), for: nil) else { return false }
            let alts = Set(stored.photos.indices)
            return stored.author.id != change.author
                || !content.photos.areSame(as: stored.photos, exceptAlts: alts)
        case .commentAdded(let post, let text):
            let id = Comment.ID(change.stamp)
            guard let stored = try comment(id) else { return false }
            return stored != Comment(id: id, post: post, author: change.author, text: text)
        default: return false
        }
    }
}
