import Foundation
import TimelineCore
import TimelinePages
import TimelineSync

/// Syncs with the places on a user's list of peers, like `timeline sync`.
///
/// A server starts no program, so it leaves out places that only `ssh` reaches, and it syncs with a
/// folder only if the store's owner has done so before with the command: visitors choose no paths.
struct PeerSync: Sendable {
    /// The sync of the user.
    let sync: StoreSync

    /// The maximum number of consecutive syncs with a place.
    ///
    /// The first sync with a device can bring follows, whose posts the second one fetches.
    private static let roundLimit = 4

    /// Returns the places.
    func places() async throws -> [String] {
        try await Set(sync.peers().compactMap(\.target)).sorted()
    }

    /// Syncs with a place, and notes the outcome for the list of peers.
    ///
    /// - Parameters:
    ///   - place: The path of a folder or an address.
    ///   - box: The box key that the device there must own, if known.
    /// - Returns: What has happened, as a sentence.
    func run(_ place: String, box: EncryptionKey? = nil) async -> SyncRun.Outcome {
        let shown = place.abbreviated(home: ProcessInfo.processInfo.environment["HOME"])
        let device = Lock<KeyID?>(nil)
        do {
            var (received, sent) = (RecordTally(), RecordTally())
            var pictures = 0
            var peer: User.ID?
            for _ in 0..<Self.roundLimit {
                let report = try await session(at: place, box: box) { progress in
                    device.withLock { $0 = progress.device ?? $0 }
                }
                try await sync.noteSync(at: place, report)
                received += report.received
                sent += report.sent
                pictures += report.blobsReceived
                peer = report.peer
                guard report.needsAnotherSync else { break }
            }
            try await remember(place, of: peer)
            return SyncRun.Outcome(
                place: shown,
                sentence: ServerText.synced(received: received, sent: sent, pictures: pictures)
            )
        } catch let refusal as PlaceRefusal {
            return SyncRun.Outcome(place: shown, sentence: refusal.sentence, isFailure: true)
        } catch {
            let code = Self.code(of: error, at: place)
            // The visitor learns of the failure itself even if it cannot be noted.
            try? await sync.noteFailure(code, at: place, by: device.withLock { $0 })
            return SyncRun.Outcome(
                place: shown,
                sentence: ServerText.notSynced(SyncText.reason(code)),
                isFailure: true
            )
        }
    }

    /// Removes a place from the list of peers, like `timeline sync forget`.
    func forget(_ place: String) async throws {
        _ = try await sync.forgetAttempts(at: place)
        for entry in try await sync.peers() where entry.target == place {
            // The user remains a peer, whose devices may sync with this one.
            if let user = entry.user { try await sync.addPeer(user, name: entry.name) }
            try await sync.removePeer(entry.id)
        }
    }

    /// Adds an address that a visitor has typed to the list of peers.
    private func remember(_ place: String, of user: User.ID?) async throws {
        let peers = try await sync.peers()
        guard !peers.contains(where: { $0.target == place && $0.user == user }) else { return }
        try await sync.addPeer(user, at: place)
    }

    private func session(
        at place: String,
        box: EncryptionKey?,
        onProgress: @escaping @Sendable (SyncProgress) -> Void
    ) async throws -> SyncReport {
        guard place.contains("://") else {
            guard let isOwn = try await sync.isOwn(folder: place) else {
                throw PlaceRefusal(sentence: ServerText.onlyCommandAddsFolders)
            }
            guard DurableFile.isFolder(URL(filePath: place)) else {
                throw MissingFolder()
            }
            return try await sync.sync(folder: place, isOwn: isOwn, onProgress: onProgress)
        }
        // The command stores a path after such an address, which is no part of a `PeerAddress`.
        guard !place.hasPrefix("ssh://") else {
            throw PlaceRefusal(sentence: ServerText.onlyCommandUsesSSH)
        }
        let address = try PeerAddress(parsing: place)
        var known = box
        if known == nil { known = try await sync.encryptionKey(at: place) }
        switch address.scheme {
        case .tcp:
            return try await sync.sync(
                host: address.host,
                port: address.port ?? 0,
                box: known,
                onProgress: onProgress
            )
        case .http, .https:
            return try await sync.sync(server: address, box: known, onProgress: onProgress)
        case .ssh: throw PlaceRefusal(sentence: ServerText.onlyCommandUsesSSH)
        }
    }

    /// A place with which a server does not sync, although the command may.
    private struct PlaceRefusal: Error {
        let sentence: String
    }

    /// A folder that this machine has used, but that is not there.
    private struct MissingFolder: Error {}

    private static func code(of error: any Error, at place: String) -> String {
        switch error {
        case is MissingFolder: "folder-not-found"
        // A device that this one does not know, like for the command.
        case SyncError.notInvited: SyncError.unknownDevice.code
        case let error as SyncError: error.code(atFolder: !place.contains("://"))
        case let error as TimelineError: error.code
        default: "malformed"
        }
    }
}

/// The syncs that visitors have started on the pages, one of each user at a time, and only a few at
/// once.
///
/// Only the last one of each user is kept, until the server stops. The list of peers shows the rest.
final class SyncRuns: Sendable {
    /// The maximum number of users who sync at the same time.
    static let limit = 8

    private let states = Lock<[User.ID: SyncRun]>([:])

    /// Returns the state of a user's last sync.
    func state(of user: User.ID) -> SyncRun { states.withLock { $0[user] ?? .none } }

    /// Starts syncing with places, one after another, unless the user is already syncing.
    ///
    /// The syncs continue if the browser closes the connection.
    ///
    /// - Parameters:
    ///   - places: The places.
    ///   - user: The user.
    ///   - isOneEnough: Whether the places lead to the same device, so that the first success ends
    ///     the run and failures before it do not matter.
    ///   - now: The clock.
    ///   - run: Syncs with one place.
    /// - Throws: ``RequestError/syncInProgress``, ``RequestError/tooManyAtOnce`` or, without places,
    ///   ``RequestError/noPlaces``.
    func start(
        _ places: [String],
        for user: User.ID,
        isOneEnough: Bool = false,
        now: @escaping @Sendable () -> Date,
        run: @escaping @Sendable (String) async -> SyncRun.Outcome
    ) throws(RequestError) {
        guard !places.isEmpty else { throw .noPlaces }
        let refusal = states.withLock { states -> RequestError? in
            guard states[user]?.isRunning != true else { return .syncInProgress }
            guard states.values.count(where: \.isRunning) < Self.limit else {
                return .tooManyAtOnce
            }
            states[user] = .running(done: 0, total: places.count)
            return nil
        }
        if let refusal { throw refusal }
        Task {
            var outcomes: [SyncRun.Outcome] = []
            for place in places {
                let outcome = await run(place)
                if isOneEnough, !outcome.isFailure {
                    outcomes = [outcome]
                    break
                }
                outcomes.append(outcome)
                let state = SyncRun.running(done: outcomes.count, total: places.count)
                states.withLock { $0[user] = state }
            }
            let end = SyncRun.finished(outcomes, at: now())
            states.withLock { $0[user] = end }
        }
    }
}

extension SyncRun {
    /// Whether the sync is in progress.
    fileprivate var isRunning: Bool {
        if case .running = self { true } else { false }
    }
}
