import TimelineCore

/// The loading of one archive: users, then follows, then posts, then what stands under them.
struct FirebaseImport {
    let engine: TimelineEngine
    let archive: FirebaseArchive
    let progress: @Sendable (Int, Int) -> Void
    private(set) var roster: ImportRoster
    var report: ImportReport
    private var users: Set<User.ID> = []

    /// How many changes are applied in one transaction.
    private static let batch = 1000

    /// Finds out who is who; nothing is loaded yet.
    init(
        of archive: FirebaseArchive,
        into engine: TimelineEngine,
        progress: @escaping @Sendable (Int, Int) -> Void
    ) async throws {
        self.engine = engine
        self.archive = archive
        self.progress = progress
        (roster, report) = try await engine.read { reader in
            var report = ImportReport(counting: archive)
            let roster = try ImportRoster(archive, reader, engine.environment, &report)
            return (roster, report)
        }
    }

    /// Loads everything and tells what became of it.
    mutating func run() async throws -> ImportReport {
        try await settle(roster.profiles)
        try await settle(follows())
        let posts = try await loadPosts()
        try await settle(replies(to: posts))
        try await nameUsers()
        return report
    }

    // MARK: Applying

    /// Applies changes, each in the batch that it falls in, and reports them.
    ///
    /// - Returns: those taken.
    @discardableResult
    mutating func settle(_ steps: [ImportStep]) async throws -> [ImportStep] {
        var taken: [ImportStep] = []
        for start in stride(from: 0, to: steps.count, by: Self.batch) {
            let batch = Array(steps[start..<min(start + Self.batch, steps.count)])
            try Task.checkCancellation()
            try await bringAuthors(of: batch)
            taken += try await apply(batch)
            progress(report.settled, report.total)
        }
        return taken
    }

    /// Applies a batch; one that is refused for one of its changes is applied one by one.
    private mutating func apply(_ batch: [ImportStep]) async throws -> [ImportStep] {
        do {
            try await engine.apply(batch.map(\.change), photos: batch.compactMap(\.photo))
        } catch TimelineError.identifierConflict {
            guard batch.count == 1 else { return try await applySingly(batch) }
            for step in batch { report.refuse(step.kind, step.entry, .identifierInUse) }
            return []
        }
        for step in batch { report.take(step.kind) }
        return batch
    }

    private mutating func applySingly(_ batch: [ImportStep]) async throws -> [ImportStep] {
        var taken: [ImportStep] = []
        for step in batch { taken += try await apply([step]) }
        return taken
    }

    /// Brings the users whom a batch needs and the archive only names.
    private mutating func bringAuthors(of batch: [ImportStep]) async throws {
        let authors = Set(batch.map(\.change.author)).subtracting(users)
        let derived = authors.sorted().compactMap { roster.derivedProfiles[$0] }
        users.formUnion(authors)
        report.derivedUsers += derived.count
        if !derived.isEmpty { try await engine.apply(derived) }
    }

    private mutating func nameUsers() async throws {
        report.importedUsers = try await engine.read { [users] reader in
            try users.compactMap { try reader.user($0) }.sorted { $0.username < $1.username }
        }
    }

    // MARK: Follows

    private mutating func follows() throws -> [ImportStep] {
        let now = engine.environment.now()
        var steps: [ImportStep] = []
        for entry in archive.users.all {
            guard case .success(let user) = entry.value, let key = entry.key,
                let follower = roster.listed[key]
            else { continue }
            for follow in user.follows.all {
                let path = follow.path(in: entry.path(in: "users") + "/follows")
                do throws(EntryFault) {
                    _ = try follow.value.get()
                    guard let followed = follow.key.flatMap({ roster.listed[$0] }) else {
                        throw EntryFault("The user followed is not in the archive, or was refused.")
                    }
                    let change = follower.follow(followed)
                    try change.check(now: now)
                    steps.append(ImportStep(kind: \.follows, entry: path, change: change))
                } catch {
                    report.refuse(\.follows, path, error)
                }
            }
        }
        return steps
    }
}

extension EntryFault {
    fileprivate static let identifierInUse = EntryFault(
        "Something else has this identifier here already."
    )
}
