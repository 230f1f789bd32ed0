import Foundation
import TimelineCore
import TimelinePages

/// The imports and exports that are in progress, and the outcomes of imports.
///
/// Each user can have only one at a time, because each takes disk space. Outcomes are stored in
/// files, so they survive a restart of the server.
final class TransferRegistry: Sendable {
    private struct State {
        /// The imports and exports in progress, with their numbers and upload sizes.
        var active: [User.ID: (number: Int, bytes: Int)] = [:]
        /// The number of imports and exports started so far.
        var count = 0
        /// The states of the imports in progress, and the outcomes that could not be stored.
        var shown: [User.ID: TransferState] = [:]
    }

    private let state = Lock(State())
    /// The folder of the outcomes.
    private let folder: URL
    private let lane: BlockingExecutor

    /// The maximum total size of concurrent uploads, in bytes.
    static let quota = 8 << 30

    /// Creates a registry that keeps outcomes in a folder, which `lane` reads and writes.
    init(folder: URL, lane: BlockingExecutor) {
        self.folder = folder
        self.lane = lane
    }

    /// Starts an import or export.
    ///
    /// It ends when the last reference to the object is released.
    ///
    /// - Parameters:
    ///   - user: The user.
    ///   - bytes: The size of the upload.
    /// - Returns: The import or export.
    /// - Throws: ``RequestError/transferInProgress`` or ``RequestError/tooManyAtOnce``.
    func begin(for user: User.ID, bytes: Int = 0) throws(RequestError) -> Transfer {
        let result = state.withLock { state -> Result<Int, RequestError> in
            guard state.active[user] == nil else { return .failure(.transferInProgress) }
            let total = state.active.values.reduce(bytes) { $0 + $1.bytes }
            guard total <= Self.quota else { return .failure(.tooManyAtOnce) }
            state.count += 1
            state.active[user] = (state.count, bytes)
            return .success(state.count)
        }
        return Transfer(of: user, number: try result.get(), in: self)
    }

    /// Returns the state of a user's last import.
    ///
    /// An outcome is read from its file each time, because another server of the same store may
    /// have started an import since.
    func importState(of user: User.ID) async -> TransferState {
        if let known = state.withLock({ $0.shown[user] }) { return known }
        // The page of a user whose file cannot be read shows no import.
        let stored = (try? await access(user) { try $0.read() }) ?? .idle
        return state.withLock { $0.shown[user] } ?? stored
    }

    /// Deletes the outcomes of users that no longer exist, because they were deleted by another
    /// program.
    ///
    /// Errors are ignored, because the next start of a server tries again.
    func forgetMissingUsers(of guest: Guest) async {
        // Without the list, nothing is deleted.
        let users = try? await lane.run { [folder] in try ImportRecord.users(in: folder) }
        for user in users ?? [] {
            do {
                _ = try await guest.profile(of: user)
            } catch TimelineError.userNotFound {
                await forget(user)
            } catch {
                // The user may exist.
            }
        }
    }

    /// Deletes the outcome of a user's last import, because their account was deleted.
    ///
    /// The outcome of an import that is still running is not stored any more.
    func forget(_ user: User.ID) async {
        state.withLock { state in
            state.shown[user] = nil
            state.active[user] = nil
        }
        try? await access(user) { try $0.remove() }  // Nobody can read it any more.
    }

    /// Starts an import whose upload is complete.
    ///
    /// Another server of the same store may have started one for the user during the upload.
    fileprivate func startImport(_ transfer: Transfer) async throws(RequestError) {
        // A record that cannot be read prevents no import.
        let stored = try? await access(transfer.user) { try $0.read() }
        if case .running = stored { throw .transferInProgress }
        await keep(.running(done: 0, total: 0), of: transfer)
    }

    /// Stores a state of an import, so that it survives a restart, and then shows it.
    fileprivate func keep(_ importState: TransferState, of transfer: Transfer) async {
        guard isActive(transfer) else { return }
        let isStored: Bool
        do {
            let lock = try await access(transfer.user) { try $0.write(importState) }
            transfer.lock.withLock { $0 = lock }
            isStored = true
        } catch {
            // If the disk is full, the outcome is still shown until the server is restarted.
            isStored = false
        }
        // The account was deleted in the meantime.
        if !isActive(transfer) { await forget(transfer.user) }
        show(importState, of: transfer, isStored: isStored)
    }

    private func isActive(_ transfer: Transfer) -> Bool {
        state.withLock { $0.active[transfer.user]?.number == transfer.number }
    }

    private func access<Result: Sendable>(
        _ user: User.ID,
        _ body: @escaping @Sendable (ImportRecord) throws -> Result
    ) async throws -> Result {
        try await lane.run { [folder] in try body(ImportRecord(of: user, in: folder)) }
    }

    /// Sets the state that the page shows.
    ///
    /// An outcome also ends the import, so that the user can start another one as soon as the
    /// outcome is shown. A stored outcome is then read from its file.
    fileprivate func show(
        _ importState: TransferState,
        of transfer: Transfer,
        isStored: Bool = false
    ) {
        state.withLock { state in
            guard state.active[transfer.user]?.number == transfer.number else { return }
            if case .running = importState {
                state.shown[transfer.user] = importState
                return
            }
            state.shown[transfer.user] = isStored ? nil : importState
            state.active[transfer.user] = nil
        }
    }

    fileprivate func end(_ transfer: Transfer) {
        state.withLock { state in
            guard state.active[transfer.user]?.number == transfer.number else { return }
            state.active[transfer.user] = nil
        }
    }
}

/// An import or export in progress.
final class Transfer: Sendable {
    fileprivate let user: User.ID
    /// The number of the import or export, which distinguishes it from the same user's later ones.
    fileprivate let number: Int
    /// The lock on the record of a running import.
    fileprivate let lock = Lock<LockedFile?>(nil)
    private let registry: TransferRegistry

    fileprivate init(of user: User.ID, number: Int, in registry: TransferRegistry) {
        self.user = user
        self.number = number
        self.registry = registry
    }

    deinit { registry.end(self) }

    /// Starts the import, and locks its record for other servers of the same store.
    ///
    /// - Throws: ``RequestError/transferInProgress`` if another server is importing for the user.
    func startImport() async throws(RequestError) { try await registry.startImport(self) }

    /// Sets the state of the import that the page shows.
    func show(_ state: TransferState) { registry.show(state, of: self) }

    /// Sets the state of the import that the page shows, also after a restart of the server.
    ///
    /// After a restart, an import that was in progress counts as interrupted.
    func keep(_ state: TransferState) async { await registry.keep(state, of: self) }
}

/// The file that keeps the outcome of a user's last import across restarts of the server.
///
/// While an import is running, the file contains no outcome, and the importing server locks it, so
/// that other servers of the same store know that it is in use. A file is deleted with the account in
/// the browser, or when a server starts: after 30 days, or if the user does not exist any more.
struct ImportRecord {
    /// The name of the file.
    let name: String
    /// The folder for uploads.
    let folder: URL

    /// The content of the file.
    private struct Content: Codable {
        var summary: TransferSummary?
        var failure: String?
    }

    /// Creates the record of a user in the folder for uploads.
    init(of user: User.ID, in folder: URL) {
        name = "import-\(user).json"
        self.folder = folder
    }

    /// Returns the stored state.
    ///
    /// Without an outcome, an import is running if another process, or another server in this one,
    /// locks the file, and was interrupted otherwise. A damaged file counts as a missing one.
    func read() throws -> TransferState {
        guard let folder = try OpenFolder(folder), let data = try folder.read(name),
            // Without the outcome, the page shows no last import.
            let content = try? JSONDecoder().decode(Content.self, from: data)
        else { return .idle }
        if let failure = content.failure { return .failed(failure) }
        guard let summary = content.summary else {
            let free = try LockedFile(ifFree: name, in: folder)
            return free == nil ? .running(done: 0, total: 0) : .interrupted
        }
        return .finished(summary)
    }

    /// Writes the state of an import.
    ///
    /// - Returns: The lock of a running import, which lasts as long as the object, or `nil` for all
    ///   other states.
    /// - Throws: `TimelineError.storageFailed` or an `EncodingError`.
    @discardableResult
    func write(_ state: TransferState) throws -> LockedFile? {
        var content = Content()
        switch state {
        case .finished(let summary): content.summary = summary
        case .failed(let reason): content.failure = reason
        case .idle, .running, .interrupted: break
        }
        let folder = try OpenFolder(making: folder)
        let data = try JSONEncoder().encode(content)
        if case .running = state {
            return try LockedFile(making: name, in: folder, content: data, isSynced: true)
        }
        try folder.write(data, to: name)
        return nil
    }

    /// Deletes records that are older than 30 days, and ignores errors.
    static func removeOld(in folder: URL, at now: Date) {
        // The folder exists only after an upload.
        guard let folder = try? OpenFolder(folder), let names = try? folder.names() else { return }
        for name in names where name.hasPrefix("import-") {
            guard let entry = folder.entry(name), entry.modificationDate < now - 30 * 86_400 else {
                continue
            }
            try? folder.remove(name)  // The next start tries again.
        }
    }

    /// Returns the users with a record in a folder.
    static func users(in folder: URL) throws -> [User.ID] {
        try DurableFile.names(in: folder)
            .compactMap { name in
                guard name.hasPrefix("import-"), name.hasSuffix(".json") else { return nil }
                return User.ID(String(name.dropFirst(7).dropLast(5)))
            }
    }

    /// Deletes the file, if it exists.
    func remove() throws {
        try OpenFolder(folder)?.remove(name)
    }
}
