package import TimelineCore

extension StoreOwner {
    /// Imports an archive.
    ///
    /// Each user of the archive becomes a person: a user without an account, with random keys that
    /// are stored privately under the user's key in the archive, and that sign everything that the
    /// archive says about the user. Importing the same archive again finds the same people and
    /// changes nothing, and deleted posts and comments stay deleted. Two stores that import the same
    /// archive contain different people.
    ///
    /// Statements about authorship in the archive are trusted, except for users with an account in
    /// this store. The following rules apply:
    ///
    /// - A new key in `users` that is the UUID of an existing user refers to that user.
    /// - Profiles and follows in the archive are older than any made in this store, so they never
    ///   replace newer ones.
    /// - If a username is already taken in this store, its holder keeps it. The imported user's
    ///   displayed username has a suffix.
    /// - Every entry by a user with an account is rejected, unless the store already contains it. So
    ///   is every entry by a user with a deleted account, or whose keys are only on other devices.
    ///
    /// A rejected entry does not affect other entries. The import uses many transactions. If the
    /// import is interrupted, importing the archive again completes it. Up to 20 pictures are
    /// decoded at a time, or fewer if together they exceed 64 MiB.
    ///
    /// ```swift
    /// let file = folder.appending(path: "export.json")
    /// let archive = try FirebaseArchive(reading: Data(contentsOf: file))
    /// let report = try await owner.load(archive, progress: { done, total in
    ///     show("\(done) of \(total)")
    /// })
    /// show(report.findings)
    /// ```
    ///
    /// - Parameters:
    ///   - archive: The archive to import.
    ///   - isDryRun: Whether to examine everything but write nothing.
    ///   - report: Receives the finding about each rejected entry.
    ///   - progress: Called after each post, whose picture takes most of the time, and at the end,
    ///     with the number of processed posts and the total number.
    /// - Returns: The numbers of entries by outcome, and the first findings.
    /// - Throws: A `TimelineError` if the storage fails, `CancellationError` if the task is
    ///   cancelled, or an error thrown by `report`.
    @concurrent
    @discardableResult
    package func load(
        _ archive: FirebaseArchive,
        isDryRun: Bool = false,
        report: @escaping @Sendable (ImportFinding) throws -> Void = { _ in },
        progress: @escaping @Sendable (_ done: Int, _ total: Int) -> Void = { _, _ in }
    ) async throws -> ImportReport {
        var work = try FirebaseImport(
            of: archive,
            into: engine,
            isDryRun: isDryRun,
            report: report,
            progress: progress
        )
        let result = try await work.run()
        progress(archive.posts.all.count, archive.posts.all.count)
        return result
    }
}

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
    /// - Throws: Any error thrown by `report`, which receives each finding.
    init(
        of archive: FirebaseArchive,
        into engine: TimelineEngine,
        isDryRun: Bool,
        report: @escaping @Sendable (ImportFinding) throws -> Void,
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
    ///   cancelled, or an error thrown by the closure that receives findings.
    mutating func run() async throws -> ImportReport {
        try await roster.findPeople(in: engine, isDryRun: isDryRun)
        unlisted = try roster.unlistedSteps()
        nonces = try await engine.read { [archive] reader, _ in
            try ExportedNonces(of: archive, in: reader)
        }
        try await importSteps(roster.steps())
        try await importSteps(follows())
        let posts = try await importPosts()
        try await importSteps(replies(to: posts))
        try await collectImportedUsers()
        ledger.result.media = ledger.result.posts
        return ledger.result
    }

    /// Imports steps in batches, and reports the outcome of each step.
    ///
    /// - Returns: The accepted steps.
    @discardableResult
    mutating func importSteps(_ steps: [ImportStep]) async throws -> [ImportStep] {
        var accepted: [ImportStep] = []
        for start in stride(from: 0, to: steps.count, by: Self.batchSize) {
            let batch = Array(steps[start..<min(start + Self.batchSize, steps.count)])
            try Task.checkCancellation()
            try await addUnlistedAuthors(of: batch)
            accepted += try await importBatch(batch)
        }
        return accepted
    }

    private mutating func importBatch(_ batch: [ImportStep]) async throws -> [ImportStep] {
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

    /// Adds the records of the steps that ``ImportDecisions`` accepts inside the transaction.
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
        try await engine.addRecords(photos: steps.compactMap(\.photo)) { reader, accounts in
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
