import Foundation
import TimelineCore

extension StoreSync {
    /// Returns whether a folder belongs to the user alone, so that only their devices can read it,
    /// or `nil` if this device has not synced with it.
    ///
    /// - Parameter path: The path of the folder.
    /// - Returns: Whether the folder is sealed.
    /// - Throws: A `TimelineError`.
    public func isOwn(folder path: String) async throws -> Bool? {
        let id = Self.id(ofFolder: path)
        return try await engine.read { _, accounts in
            let key = StateKey.folder(id, of: try requireKeys(accounts).device.id)
            if let folder = try accounts.state(StoredFolder.self, forKey: key) {
                return folder.isOwn
            }
            // The entry may have been stored under a previous device key.
            return try accounts.states(StoredFolder.self, withPrefix: StateKey.folders)
                .first { $0.name.hasSuffix("/" + id) }?
                .value.isOwn
        }
    }

    /// Syncs through a folder that a USB stick or a cloud service carries to other devices.
    ///
    /// - Parameters:
    ///   - path: The path of the folder, which is created if necessary.
    ///   - isOwn: Whether only the user's own devices share the folder. If so, its files are sealed
    ///     with a key that pairing distributes. Pass the same value each time.
    ///   - budget: The maximum size of all pictures to read, in bytes. Previews do not count.
    ///   - onProgress: Called with the progress after each change.
    /// - Returns: A report of the sync.
    /// - Throws: A `SyncError` or a `TimelineError`. All records that were read are kept.
    @discardableResult
    public func sync(
        folder path: String,
        isOwn: Bool,
        budget: UInt64 = .max,
        onProgress: @escaping @Sendable (SyncProgress) -> Void = { _ in }
    ) async throws -> SyncReport {
        try await runBlocking {
            let store = try RepositorySyncStore(
                owner: owner,
                user: user,
                partialBlobs: partials,
                onProgress: onProgress
            )
            try store.sweepParts()
            let id = Self.id(ofFolder: path)
            let seal = isOwn ? try folderSeal() : nil
            let key = StateKey.folder(id, of: store.device)
            let (stored, former, replaced) = try engine.syncedRepository.read { social, accounts in
                (
                    try accounts.state(StoredFolder.self, forKey: key),
                    try accounts.formerDevices(of: user, inFolder: id, social),
                    try accounts.state(
                        StoredFuture.self,
                        forKey: StateKey.replacedRecords(of: user)
                    )
                )
            }
            var carrier = FolderCarrier(
                store: store,
                path: path,
                seal: seal,
                formerDevices: former,
                replaced: Set(replaced?.records.map(\.id) ?? []),
                memory: stored?.memory ?? FolderMemory()
            )
            let result = Result { () throws(SyncError) in
                try carrier.sync(at: .present(engine.environment), blobBudget: budget)
            }
            let report = (try? result.get()).map { SyncReport($0) }  // Thrown below.
            let received = report == nil ? [] : try store.scopesWithPosts()
            try engine.syncedRepository.writeAccounts { social, accounts in
                try accounts.markReadElsewhere(by: user, social)
                var memory = carrier.memory
                let present = try accounts.state(StoredFolder.self, forKey: key)?.memory
                // Another process may have asked for all packs to be read again.
                if let present, present.scopes == nil, stored?.memory.scopes != nil {
                    memory.scopes = nil
                }
                let folder = StoredFolder(path: path, isOwn: isOwn, memory: memory)
                try accounts.setState(folder, forKey: key)
                try accounts.setFutureRecords(
                    (try? result.get())?.futureRecords ?? [],  // Thrown below.
                    from: id,
                    on: store.device,
                    isComplete: report != nil
                )
                for scope in received { try accounts.endFirstSync(with: scope) }
                if report?.isKeyUsedElsewhere == true {
                    try accounts.markDeviceKey(of: user, as: .reused)
                }
                try accounts.noteContact(
                    withFolder: id,
                    of: store.device,
                    now: now,
                    report,
                    failure: result.failureCode
                )
            }
            if case .failure(let error) = result {
                throw store.state.withLock(\.failure) ?? error
            }
            var completed = report ?? SyncReport()
            completed.removedPictures = try removeExcessPictures()
            try store.sweepParts()
            completed.clock = try clockVerdict()
            return completed
        }
    }

    /// Returns the seal for folders that only the user's own devices share.
    ///
    /// The first call creates its key. This call blocks.
    func folderSeal() throws -> FolderSeal {
        let key = StateKey.folderSeal(of: user)
        let bytes = try engine.syncedRepository.writeAccounts { accounts in
            if let bytes = try accounts.privateValue(forKey: key) { return bytes }
            let bytes = engine.environment.randomBytes(FolderSeal.keyByteCount)
            try accounts.setPrivateValue(bytes, forKey: key)
            return bytes
        }
        guard let seal = FolderSeal(key: bytes) else { throw SyncError.damagedPack }
        return seal
    }

    /// Returns the ID under which a folder's state is stored: 16 hexadecimal digits.
    static func id(ofFolder path: String) -> String {
        StateKey.id(ofEntry: URL(filePath: path).standardizedFileURL.path)
    }
}

extension AccountReader {
    /// Returns the revoked keys under which this device has synced with a folder.
    fileprivate func formerDevices(
        of user: User.ID,
        inFolder id: String,
        _ social: any SocialReader
    ) throws -> Set<KeyID> {
        let folders = try states(StoredFolder.self, withPrefix: StateKey.folders).map(\.name)
        return Set(
            try social.introductions(of: [user])
                .compactMap { record in
                    guard case .keyRevoked(let part) = record.content,
                        folders.contains("\(part.key)/\(id)")
                    else { return nil }
                    return part.key
                }
        )
    }
}

extension Result<FolderSummary, SyncError> {
    /// The code of the error, or `nil` if there was none.
    fileprivate var failureCode: String? {
        if case .failure(let error) = self { error.code } else { nil }
    }
}

extension AccountWriter {
    /// Stores the result of a sync with a folder.
    fileprivate func noteContact(
        withFolder id: String,
        of device: KeyID,
        now: UInt64,
        _ report: SyncReport?,
        failure: String?
    ) throws {
        let key = StateKey.contacts(of: device) + id
        var contact =
            try state(StoredContact.self, forKey: key) ?? StoredContact(user: nil, last: now)
        contact.last = now
        contact.failure = failure
        if let report { contact.isBudgetReached = report.isBudgetReached }
        if report?.isEqual == true { contact.lastEqual = now }
        try setState(contact, forKey: key)
    }
}
