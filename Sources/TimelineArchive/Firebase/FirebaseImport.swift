import TimelineCore

/// The loading of one archive: users, then follows, then posts, then what stands under them.
struct FirebaseImport {
    let engine: TimelineEngine
    let archive: FirebaseArchive
    let progress: @Sendable (Int, Int) -> Void
    private(set) var roster: ImportRoster
    var report: ImportReport
    private var users: Set<User.ID> = []
    /// Users who were refused, so that what they did is refused too.
    private var refusedUsers: Set<User.ID> = []

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
        var report = ImportReport(counting: archive)
        roster = ImportRoster(archive, now: engine.environment.now(), &report)
        self.report = report
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
        let results: [Result<Change?, EntryFault>]
        do {
            results = try await decide(batch.map(\.change), photos: batch.compactMap(\.photo))
        } catch TimelineError.identifierConflict {
            guard batch.count == 1 else { return try await applySingly(batch) }
            for step in batch { report.refuse(step, .identifierInUse) }
            return []
        }
        var taken: [ImportStep] = []
        for (step, result) in zip(batch, results) {
            switch result {
            case .success:
                report.take(step)
                taken.append(step)
            case .failure(let fault):
                if case .profileUpdated = step.change.action {
                    refusedUsers.insert(step.change.author)
                }
                report.refuse(step, fault)
            }
        }
        return taken
    }

    /// Applies those of some changes that the state inside the transaction allows.
    ///
    /// - Returns: what became of each.
    private func decide(
        _ changes: [Change],
        photos: [PhotoFile] = []
    ) async throws -> [Result<Change?, EntryFault>] {
        let environment = engine.environment
        let decisions = Lock(ImportDecisions(environment))
        let refused = refusedUsers
        try await engine.apply(photos: photos) { reader, accounts in
            let made = try ImportDecisions(
                on: changes,
                refusing: refused,
                reader,
                accounts,
                environment
            )
            decisions.withLock { $0 = made }
            return made.accepted
        }
        return decisions.withLock(\.results)
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
        guard !derived.isEmpty else { return }
        for (change, result) in zip(derived, try await decide(derived)) {
            switch result {
            case .success: report.derivedUsers += 1
            case .failure: refusedUsers.insert(change.author)
            }
        }
    }

    private mutating func nameUsers() async throws {
        report.importedUsers = try await engine.readWithAccounts { [users] reader, accounts in
            try users.subtracting(accounts.users()).compactMap { try reader.user($0) }
                .sorted { $0.username < $1.username }
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
                        throw EntryFault.followedMissing
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
