package import TimelineCore

extension StoreSync {
    /// The maximum number of damaged files that ``status()`` lists for a folder.
    private static let damagedFileLimit = 100

    /// Notes that a sync with a folder or address has succeeded, for ``status()``.
    ///
    /// - Parameters:
    ///   - target: The path of the folder or the address.
    ///   - report: The report of the sync.
    /// - Throws: A `TimelineError`.
    package func noteSync(at target: String, _ report: SyncReport) async throws {
        let damaged = report.damagedFiles.filter { !report.repairedFiles.contains($0) }
        try await noteAttempt(at: target) { former in
            StoredAttempt(
                target: target,
                milliseconds: now,
                failure: damaged.isEmpty ? nil : SyncError.damagedPack.code,
                damagedFiles: Array(damaged.prefix(Self.damagedFileLimit)),
                repairedFiles: Array(report.repairedFiles.prefix(Self.damagedFileLimit)),
                device: report.peerDevice ?? former?.device
            )
        }
    }

    /// Notes that a sync with a folder or address has failed, for ``status()``.
    ///
    /// Call this method after each failed sync, because most failures occur before the other device
    /// is known: nobody answers, another device does, or the folder is missing.
    ///
    /// - Parameters:
    ///   - code: A stable code for the error, in kebab case.
    ///   - target: The path of the folder or the address.
    ///   - device: The device that has answered there, if known; see ``SyncProgress/device``.
    /// - Throws: A `TimelineError`.
    package func noteFailure(
        _ code: String,
        at target: String,
        by device: KeyID? = nil
    ) async throws {
        try await noteAttempt(at: target) { former in
            StoredAttempt(
                target: target,
                milliseconds: now,
                failure: code,
                device: device ?? former?.device
            )
        }
    }

    /// Deletes what is noted about syncs with a folder or address.
    ///
    /// - Parameter place: The path of the folder or the address.
    /// - Returns: Whether anything was noted.
    /// - Throws: A `TimelineError`.
    @discardableResult
    package func forgetAttempts(at target: String) async throws -> Bool {
        try await write { _, accounts in
            let key = StateKey.attempt(at: target, on: try requireKeys(accounts).device.id)
            guard try accounts.privateValue(forKey: key) != nil else { return false }
            try accounts.setPrivateValue(nil, forKey: key)
            return true
        }
    }

    private func noteAttempt(
        at target: String,
        _ attempt: @escaping @Sendable (StoredAttempt?) -> StoredAttempt
    ) async throws {
        try await write { _, accounts in
            let key = StateKey.attempt(at: target, on: try requireKeys(accounts).device.id)
            let former = try accounts.state(StoredAttempt.self, forKey: key)
            try accounts.setState(attempt(former), forKey: key)
        }
    }
}
