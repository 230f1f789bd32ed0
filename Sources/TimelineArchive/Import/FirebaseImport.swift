import TimelineCore

/// An import of one archive: first users, then follows, then posts, and finally comments and
/// likes.
struct FirebaseImport {
    let engine: TimelineEngine
    let archive: FirebaseArchive
    private(set) var roster: ImportRoster
    /// Whether nothing is written.
    let isDryRun: Bool
    var ledger: FirebaseLedger
    /// Receives the number of processed posts and the total number.
    let progress: @Sendable (_ done: Int, _ total: Int) -> Void
    /// The authors of all steps processed so far.
    private var authors: Set<User.ID> = []
    /// The steps that create the authors who are missing from `users`.
    private var unlisted: [User.ID: ImportStep] = [:]
    /// The nonces of the posts and comments.
    private(set) var nonces = ExportedNonces()
    /// The users whose profiles were rejected.
    ///
    /// All other entries by these users are rejected, too.
    private var rejectedUsers: Set<User.ID> = []

    /// The maximum number of steps in one transaction.
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
        roster = try ImportRoster(archive, reportingTo: &ledger)
        self.ledger = ledger
    }

    /// Imports the archive.
    ///
    /// - Throws: A `TimelineError` if the storage fails, `CancellationError` if the task is
    ///   cancelled, or an error thrown by the closure that receives rejections.
    mutating func run() async throws -> ImportReport {
        try await roster.findPeople(in: engine, isDryRun: isDryRun)
        unlisted = try roster.unlistedSteps()
        nonces = try await engine.read { [archive] reader, _ in
            try ExportedNonces(of: archive, in: reader)
        }
        try await apply(roster.steps())
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

    private mutating func applyBatch(_ batch: [ImportStep]) async throws -> [ImportStep] {
        var accepted: [ImportStep] = []
        for (step, result) in zip(batch, try await decide(about: batch)) {
            switch result {
            case .success(let isPresent):
                ledger.accept(step, isPresent: isPresent)
                accepted.append(step)
            case .failure(let fault):
                if step.isProfile { rejectedUsers.insert(step.author.id) }
                try ledger.reject(step, for: fault)
            }
        }
        return accepted
    }

    /// Applies the records of the steps that ``ImportDecisions`` accepts inside the transaction.
    ///
    /// - Returns: The outcome for each step.
    private func decide(
        about steps: [ImportStep]
    ) async throws -> [Result<Bool, EntryError>] {
        let environment = engine.environment
        let rejectedUsers = rejectedUsers
        let decide = { @Sendable (reader: any SocialReader, accounts: any AccountReader) in
            try ImportDecisions(
                about: steps,
                rejectedUsers: rejectedUsers,
                reader: reader,
                accounts: accounts,
                environment: environment
            )
        }
        guard !isDryRun else {
            return try await engine.read { try decide($0, $1).results }
        }
        let decisions = Lock(ImportDecisions(environment: environment))
        try await engine.apply(photos: steps.compactMap(\.photo)) { reader, accounts in
            let made = try decide(reader, accounts)
            decisions.withLock { $0 = made }
            return made.records
        }
        return decisions.withLock(\.results)
    }
}

// MARK: Users

extension FirebaseImport {
    /// Creates users for authors in a batch that are missing from `users`.
    private mutating func addUnlistedAuthors(of batch: [ImportStep]) async throws {
        let new = Set(batch.map(\.author.id)).subtracting(authors)
        let steps = new.sorted().compactMap { unlisted[$0] }
        authors.formUnion(new)
        guard !steps.isEmpty else { return }
        for (step, result) in zip(steps, try await decide(about: steps)) {
            switch result {
            case .success(let isPresent): if !isPresent { ledger.result.unlistedUsers += 1 }
            case .failure: rejectedUsers.insert(step.author.id)
            }
        }
    }

    private mutating func collectImportedUsers() async throws {
        let users = try await engine.read { [authors] reader, accounts in
            try authors.filter { try accounts.person($0) != nil }.compactMap { try reader.user($0) }
        }
        ledger.result.importedUsers = users.sorted { $0.username < $1.username }
    }
}
