import TimelineCore

/// A place with which a user syncs.
struct SyncVisit: Sendable {
    /// The result of a visit.
    enum Answer: Sendable {
        case synced(SyncResult)
        /// The folder does not currently exist.
        case skipped(path: String)
        case failed(SyncList.Failure, ReportedFailure)
    }

    /// The user's syncs.
    let runner: SyncRunner
    /// The folder or address.
    let place: String

    fileprivate var isFolder: Bool { place.hasPrefix("/") }
    fileprivate var usesShell: Bool { place.hasPrefix("ssh://") }

    /// Syncs, and returns a failure as an answer.
    fileprivate func answer(
        _ sync: (SyncTarget) async throws -> SyncResult
    ) async throws -> Answer {
        do {
            return .synced(try await sync(try SyncTarget(parsing: place)))
        } catch SyncFailure.missingFolder(let path) {
            return .skipped(path: path)
        } catch let error as any ReportableError {
            let failure = ReportedFailure(exitCode: error.exitCode)
            return .failed(SyncList.Failure(place: place, error), failure)
        }
    }
}

extension SyncVisit.Answer {
    /// Formats the answer.
    ///
    /// - Parameters:
    ///   - layout: The layout of the output.
    ///   - abbreviated: Returns a path as it appears in sentences.
    /// - Returns: The lines.
    func lines(in layout: TextLayout, abbreviated: (String) -> String) -> [String] {
        switch self {
        case .synced(let result): result.lines(in: layout)
        case .skipped(let path): layout.paragraph(SyncText.skipped(abbreviated(path)))
        case .failed(let failure, _): layout.paragraph(failure.message)
        }
    }
}

extension [SyncVisit] {
    /// The maximum number of devices to sync with at the same time.
    private static var deviceLimit: Int { 4 }

    /// Syncs with the folders, one after another, and then with the devices at the same time, so
    /// that none waits for another that cannot be reached.
    ///
    /// Connections through `ssh`, which may ask for a password, follow one another.
    ///
    /// - Parameters:
    ///   - context: The context of the command.
    ///   - show: Called with the answers, in the order of the visits with the folders first.
    /// - Throws: Any error thrown by `show`, or an error that is not reportable.
    func run(
        in context: CommandContext,
        show: (SyncVisit.Answer) throws -> Void
    ) async throws {
        for visit in self where visit.isFolder {
            try show(try await visit.answer { try await visit.runner.run($0) })
        }
        var queues: [[SyncVisit]] = []
        for visit in self where !visit.isFolder {
            if visit.usesShell, let last = queues.indices.last, queues[last][0].usesShell {
                queues[last].append(visit)
            } else {
                queues.append([visit])
            }
        }
        guard let first = queues.first?.first else { return }
        let count = queues.joined().count
        let title = count == 1 ? SyncText.syncing(first.place) : SyncText.syncing(devices: count)
        let amounts = Lock([String: SyncAmount]())
        let answers = try await context.showingProgress(title) { progress in
            try await queues.concurrentMap(limit: Self.deviceLimit) { queue in
                var answers: [SyncVisit.Answer] = []
                for visit in queue {
                    let answer = try await visit.answer { target in
                        try await visit.runner.run(target) { amount in
                            progress.note(amounts.withLock { $0.add(amount, at: visit.place) })
                        }
                    }
                    answers.append(answer)
                }
                return answers
            }
        }
        for (visit, answer) in zip(queues.joined(), answers.joined()) {
            guard case .synced(let result) = answer else {
                try show(answer)
                continue
            }
            let (store, sync) = (visit.runner.store, visit.runner.sync)
            try show(.synced(try await result.completed(in: store, sync)))
        }
    }
}

extension [String: SyncAmount] {
    /// Replaces the amount that has arrived from a place, and returns the total.
    fileprivate mutating func add(_ amount: SyncAmount, at place: String) -> SyncAmount {
        self[place] = amount
        return values.reduce(into: SyncAmount()) {
            $0.records += $1.records
            $0.bytes += $1.bytes
        }
    }
}
