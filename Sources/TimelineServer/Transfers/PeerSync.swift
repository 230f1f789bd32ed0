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
            let code = Self.code(of: error)
            // The visitor learns of the failure itself even if it cannot be noted.
            try? await sync.noteFailure(code, at: place, by: device.withLock { $0 })
            return SyncRun.Outcome(
                place: shown,
                sentence: ServerText.notSynced(SyncText.reason(code)),
                isFailure: true
            )
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
                throw PlaceRefusal(sentence: ServerText.folderMissing)
            }
            return try await sync.sync(folder: place, isOwn: isOwn, onProgress: onProgress)
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

    private static func code(of error: any Error) -> String {
        switch error {
        case SyncError.system(ECONNREFUSED): "connection-refused"
        case SyncError.system(ETIMEDOUT), SyncError.system(EHOSTUNREACH),
            SyncError.system(ENETUNREACH):
            "unreachable"
        case SyncError.unknownHost: "unknown-host"
        case let error as SyncError: error.code
        case let error as TimelineError: error.code
        default: "malformed"
        }
    }
}

/// The syncs that visitors have started on the pages, one of each user at a time.
///
/// Only the last one of each user is kept, until the server stops. The list of peers shows the rest.
final class SyncRuns: Sendable {
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
    ///   - now: The clock.
    ///   - run: Syncs with one place.
    /// - Throws: ``RequestError/syncInProgress``.
    func start(
        _ places: [String],
        for user: User.ID,
        now: @escaping @Sendable () -> Date,
        run: @escaping @Sendable (String) async -> SyncRun.Outcome
    ) throws(RequestError) {
        let isFree = states.withLock { states in
            if case .running = states[user] { return false }
            states[user] = .running(done: 0, total: places.count)
            return true
        }
        guard isFree else { throw .syncInProgress }
        Task {
            var outcomes: [SyncRun.Outcome] = []
            for place in places {
                outcomes.append(await run(place))
                let state = SyncRun.running(done: outcomes.count, total: places.count)
                states.withLock { $0[user] = state }
            }
            let end = SyncRun.finished(outcomes, at: now())
            states.withLock { $0[user] = end }
        }
    }
}
