import Foundation
import TimelineCore
import TimelineSync

/// Syncs with one place after another, and shows the progress.
struct SyncRunner {
    let store: OpenStore
    let sync: StoreSync
    /// The maximum size of all pictures to receive, in bytes.
    let budget: UInt64
    /// Whether a new folder is only for the user's own devices, or `nil` if no option says so.
    let isOwn: Bool?
    /// The path of the file with the certificates of the authorities to trust, or `nil` to trust
    /// those of the system.
    var authorities: String?
    /// The connections that find out which places answer.
    var probes = SyncProbes([])

    /// The maximum number of consecutive syncs with a place.
    ///
    /// The first sync with a device can bring follows, whose posts the second one fetches.
    private static let roundLimit = 4

    /// Syncs with a place until another sync would bring nothing new.
    ///
    /// - Parameters:
    ///   - target: The place.
    ///   - box: The box key that the device there must own, if known.
    /// - Returns: The combined result.
    /// - Throws: ``SyncCommandError``, ``UsageError``, ``CommandError`` or a ``TimelineError``.
    func run(_ target: SyncTarget, box: EncryptionKey? = nil) async throws -> SyncResult {
        let device = Lock<KeyID?>(nil)
        do {
            return try await attempt(target, box: box) { progress in
                device.withLock { $0 = progress.device ?? $0 }
            }
        } catch let error as any ReportableError where !(error is UsageError) {
            let code = (error as? SyncCommandError)?.notedCode ?? error.code
            // The user learns of the failure itself even if it cannot be noted.
            try? await sync.noteFailure(code, at: target.text, by: device.withLock { $0 })
            throw error
        }
    }

    private func attempt(
        _ target: SyncTarget,
        box: EncryptionKey?,
        onProgress: @escaping @Sendable (SyncProgress) -> Void
    ) async throws -> SyncResult {
        let isOwn = try await folderIsOwn(target)
        let expectedBox = try await sync.encryptionKey(at: target.text)
        let shown = target.shown(in: store.context)
        let title = SyncText.syncing(shown)
        let result = try await store.context.showingProgress(title) { progress in
            var result = SyncResult(target, shown: shown)
            for _ in 0..<Self.roundLimit {
                let received = result.recordsReceived
                let photoBytes = result.photoBytesReceived
                let work = Lock(SyncProgress())
                let show: @Sendable (SyncProgress) -> Void = { part in
                    work.withLock { $0 = part }
                    onProgress(part)
                    let bytes = photoBytes + part.blobBytes
                    progress.note(
                        SyncText.progress(records: received + part.records, bytes: bytes),
                        bytes: bytes
                    )
                }
                let attempt = SyncAttempt(
                    target: target,
                    isOwn: isOwn,
                    box: box ?? expectedBox,
                    budget: budget - min(budget, result.photoBytesReceived)
                )
                let report = try await perform(attempt, show)
                try await sync.noteSync(at: target.text, report)
                result.add(report, progress: work.withLock { $0 })
                guard report.needsAnotherSync else { break }
            }
            return result
        }
        try await remember(target, user: result.user)
        return try await result.completed(in: store, sync)
    }

    private func folderIsOwn(_ target: SyncTarget) async throws -> Bool {
        guard case .folder(let path) = target else { return false }
        let isKnown = try await sync.isOwn(folder: path) != nil
        try store.checkSyncFolder(path, isKnown: isKnown)
        return try await store.isOwn(folder: path, option: isOwn, sync)
    }

    private func perform(
        _ attempt: SyncAttempt,
        _ show: @escaping @Sendable (SyncProgress) -> Void
    ) async throws -> SyncReport {
        do {
            try await probes.check(attempt.target)
            switch attempt.target {
            case .folder(let path):
                return try await sync.sync(
                    folder: path,
                    isOwn: attempt.isOwn,
                    budget: attempt.budget,
                    onProgress: show
                )
            case .ssh(let remote): return try await perform(attempt, through: remote, show)
            case .tcp(let address):
                return try await sync.sync(
                    host: address.host,
                    port: address.port ?? 0,
                    box: attempt.box,
                    budget: attempt.budget,
                    onProgress: show
                )
            case .http(let address):
                return try await sync.sync(
                    server: address,
                    trusting: authorities,
                    box: attempt.box,
                    budget: attempt.budget,
                    onProgress: show
                )
            }
        } catch let error as SyncError {
            if case .folder(let path) = attempt.target {
                throw SyncCommandError.folder(error, path: path)
            }
            if error == .authoritiesUnusable, let authorities {
                throw SyncCommandError.authoritiesUnusable(authorities)
            }
            if error == .notInvited || error == .unknownDevice {
                throw SyncCommandError.unknownDevice(attempt.target.text)
            }
            throw SyncCommandError.device(error, target: attempt.target.text)
        }
    }

    /// Syncs through `ssh`.
    ///
    /// If the program on the other machine fails, its exit status is more informative than the
    /// session's error.
    private func perform(
        _ attempt: SyncAttempt,
        through remote: RemoteStore,
        _ show: @escaping @Sendable (SyncProgress) -> Void
    ) async throws -> SyncReport {
        let program = store.context.variables["TIMELINE_SSH"] ?? "ssh"
        let shell = try RemoteShell(program, arguments: remote.arguments)
        do {
            let report = try await sync.sync(
                input: shell.input,
                output: shell.writing,
                role: .initiator,
                budget: attempt.budget,
                onProgress: show
            )
            _ = await shell.end()
            return report
        } catch {
            let status = await shell.end()
            switch error {
            case SyncError.disconnected, SyncError.system:
                guard status == 0 else {
                    throw SyncCommandError.remote(status: status, target: remote.description)
                }
                throw error
            default: throw error
            }
        }
    }

    /// Adds the place to the list of peers, so that `timeline sync` without a target includes it.
    private func remember(_ target: SyncTarget, user: User.ID?) async throws {
        let peers = try await sync.peers()
        guard !peers.contains(where: { $0.target == target.text && $0.user == user }) else {
            return
        }
        try await sync.addPeer(user, at: target.text)
    }
}

/// The parameters of one sync.
private struct SyncAttempt {
    let target: SyncTarget
    let isOwn: Bool
    let box: EncryptionKey?
    let budget: UInt64
}

/// Connections to several places at once, without sessions.
///
/// A connection to an address that does not answer fails after about ten seconds. Syncs one after another
/// would wait that long for each such address.
struct SyncProbes {
    private let start = ContinuousClock.now
    private var tasks: [PeerAddress: Task<Void, any Error>] = [:]

    /// Connects to all addresses among the places, if they have more than one.
    init(_ targets: [SyncTarget]) {
        let addresses = Set(targets.compactMap(\.address))
        guard addresses.count > 1 else { return }
        for address in addresses {
            tasks[address] = Task { try await StoreSync.probe(address) }
        }
    }

    /// Waits until a place has answered.
    ///
    /// A failure has no effect if syncs with other places have taken long since, because the place
    /// may answer now.
    ///
    /// - Throws: A `SyncError` if it does not answer.
    func check(_ target: SyncTarget) async throws {
        guard let address = target.address, let task = tasks[address] else { return }
        let result = await task.result
        let age = ContinuousClock.now - start
        if age < .milliseconds(2 * TCPLimits.connection) { try result.get() }
    }
}
