import Foundation
import TimelineCore
import TimelinePages

/// The imports and exports that are in progress, and the outcomes of imports.
///
/// Each user can have only one at a time, because each takes disk space. Outcomes are in the store,
/// so they survive a restart, and all servers of the store show them.
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
    private let owner: StoreOwner
    /// Waits until a running import must be renewed.
    private let pause: @Sendable () async throws -> Void

    /// The maximum total size of concurrent uploads, in bytes.
    static let quota = 8 << 30

    /// Creates a registry for a store.
    init(
        owner: StoreOwner,
        pause: @escaping @Sendable () async throws -> Void = {
            try await Task.sleep(for: .seconds(ImportNote.silence / 3))
        }
    ) {
        self.owner = owner
        self.pause = pause
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

    /// Returns the state of a user's last import, which another server of the store may have started.
    func importState(of user: User.ID) async -> TransferState {
        if let known = state.withLock({ $0.shown[user] }) { return known }
        // The page of a user whose note cannot be read shows no import.
        let note = try? await owner.importNote(of: user)
        let now = owner.engine.environment.now()
        let stored = note.flatMap { TransferState($0, at: now) } ?? .idle
        return state.withLock { $0.shown[user] } ?? stored
    }

    /// Ends the imports and exports of a user whose account was deleted, along with its outcome.
    func forget(_ user: User.ID) {
        state.withLock { state in
            state.shown[user] = nil
            state.active[user] = nil
        }
    }

    /// Starts an import whose upload is complete.
    ///
    /// Another server of the store may have started one for the user during the upload.
    fileprivate func startImport(_ transfer: Transfer) async throws {
        guard let note = try await owner.beginImport(of: transfer.user) else {
            throw RequestError.transferInProgress
        }
        let renewal = Task { [owner, pause, user = transfer.user] in
            while true {
                do { try await pause() } catch { return }
                try? await owner.renew(note, of: user)  // The next renewal tries again.
            }
        }
        transfer.running.withLock { $0 = (note, renewal) }
        show(.running(done: 0, total: 0), of: transfer)
    }

    /// Stores the outcome of an import, and then shows it.
    fileprivate func end(_ transfer: Transfer, with outcome: TransferState) async {
        let running = transfer.running.withLock(\.self)
        running?.renewal.cancel()
        let isStored: Bool
        do {
            if let note = running?.note, let bytes = try outcome.outcome {
                try await owner.renew(note, of: transfer.user, endingWith: bytes)
            }
            isStored = true
        } catch {
            // If the disk is full, the outcome is still shown until the server is restarted.
            isStored = false
        }
        show(outcome, of: transfer, isStored: isStored)
    }

    /// Sets the state that the page shows.
    ///
    /// An outcome also ends the import, so that the user can start another one as soon as the
    /// outcome is shown. A stored outcome is then read from the store.
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
        transfer.running.withLock(\.self)?.renewal.cancel()
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
    /// The note about a running import, and the task that renews it.
    fileprivate let running = Lock<(note: ImportNote, renewal: Task<Void, Never>)?>(nil)
    private let registry: TransferRegistry

    fileprivate init(of user: User.ID, number: Int, in registry: TransferRegistry) {
        self.user = user
        self.number = number
        self.registry = registry
    }

    deinit { registry.end(self) }

    /// Starts the import, unless another server of the store is importing for the user.
    ///
    /// - Throws: ``RequestError/transferInProgress`` or a storage error.
    func startImport() async throws { try await registry.startImport(self) }

    /// Sets the state of the import that the page shows.
    func show(_ state: TransferState) { registry.show(state, of: self) }

    /// Ends the import with an outcome, which all servers of the store show, also after a restart.
    func end(with outcome: TransferState) async { await registry.end(self, with: outcome) }
}

extension TransferState {
    /// The stored form of an outcome, in JSON.
    private struct Content: Codable {
        var summary: TransferSummary?
        var failure: String?
    }

    /// Returns the state that a note describes, or `nil` if its outcome is malformed.
    fileprivate init?(_ note: ImportNote, at now: Date) {
        guard let outcome = note.outcome else {
            self = note.isRunning(at: now) ? .running(done: 0, total: 0) : .interrupted
            return
        }
        // Without the outcome, the page shows no last import.
        let content = try? JSONDecoder().decode(Content.self, from: Data(outcome))
        if let failure = content?.failure {
            self = .failed(failure)
        } else if let summary = content?.summary {
            self = .finished(summary)
        } else {
            return nil
        }
    }

    /// The stored form, or `nil` if this is not an outcome.
    fileprivate var outcome: [UInt8]? {
        get throws {
            switch self {
            case .finished(let summary): Array(try JSONEncoder().encode(Content(summary: summary)))
            case .failed(let reason): Array(try JSONEncoder().encode(Content(failure: reason)))
            case .idle, .running, .interrupted: nil
            }
        }
    }
}
