package import Foundation
package import TimelineCore

/// Adapts a Timeline store to sessions and carriers, on behalf of one user.
///
/// Live records are read from the repository, and written only by its `apply`. All state of sync
/// is private data, which is written in the same transaction. Every call blocks, so do not call it
/// on Swift's cooperative thread pool.
package final class RepositorySyncStore: SyncStore, Sendable {
    /// The state that the sessions of this store have gathered.
    struct SessionState {
        /// The peer of the current session.
        var peer: PeerIdentity?
        var standing = PeerTrust.stranger
        /// The error thrown by the last call.
        var failure: (any Error)?
        /// The last blob that was read, because a blob is sent in several parts.
        var lastBlob: (id: BlobID, selection: RecordSelection, content: Data)?
        var missing: MissingList?
        /// The private data that the peer is known to have at the end of the session.
        var sharedPrivate: [UInt8]?
        /// Whether the peer has sent private data that could not be read, or only in part.
        var isPrivateDamaged = false
        var progress = SyncProgress()
        var held: HeldUsers?
        /// The epochs of the store's states in this session.
        var epochs: [SyncToken: Int] = [:]
        /// The epochs of the commits that have added records from the peer.
        var arrivals: Set<Int> = []
    }

    /// The users of whom the store holds something outside the wanted scopes, in one state of its
    /// records.
    struct HeldUsers {
        let wanted: Set<User.ID>
        let token: [UInt8]
        let users: Set<User.ID>
    }

    /// The user of this device.
    package let user: User.ID
    /// The ID of the device key.
    package let device: KeyID

    let engine: TimelineEngine
    let partials: PartialBlobs
    /// Whether this device chose the peer, for example by its address.
    let isOutgoing: Bool
    let state = Lock(SessionState())
    private let onProgress: @Sendable (SyncProgress) -> Void

    var repository: any Repository { engine.syncedRepository }
    var blobs: any BlobStore { engine.syncedBlobs }

    /// Opens a store for one user.
    ///
    /// - Parameters:
    ///   - owner: The store.
    ///   - user: A user with keys in the store.
    ///   - folder: The folder for partially received blobs, which is created if necessary.
    ///   - isOutgoing: Whether this device chose the peer. If so, a peer with an unknown device key
    ///     is accepted if it owns the box key in a link that the user has followed.
    ///   - onProgress: Called with the progress after each change.
    /// - Throws: `TimelineError.userHasNoAccount` if the user has no keys, or a storage error.
    package init(
        owner: StoreOwner,
        user: User.ID,
        partialBlobs folder: URL,
        isOutgoing: Bool = false,
        onProgress: @escaping @Sendable (SyncProgress) -> Void = { _ in }
    ) throws {
        engine = owner.engine
        guard let keys = try engine.syncedRepository.read({ try $1.keys(of: user) }) else {
            throw TimelineError.userHasNoAccount(user.description)
        }
        self.user = user
        device = keys.device.id
        partials = PartialBlobs(folder: folder)
        self.isOutgoing = isOutgoing
        self.onProgress = onProgress
    }

    /// The time of the local clock in milliseconds since 1970.
    var now: UInt64 { engine.environment.now().millisecondsSince1970 }

    /// Returns the state token.
    package func token() throws(SyncError) -> SyncToken {
        try reading { social, accounts in try noted(accounts.stateToken(social), social) }
    }

    /// Returns a state token, after noting the epoch of its snapshot.
    func noted(_ token: SyncToken, _ social: any SocialReader) throws -> SyncToken {
        let epoch = try social.epoch()
        state.withLock { $0.epochs[token] = epoch }
        return token
    }

    /// Returns the users of the store with keys, and those that they follow.
    package func scopes() throws(SyncError) -> Set<User.ID> {
        try reading { social, accounts in try accounts.scopes(social) }
    }

    /// Returns the users outside ``scopes()`` of whom the store holds something that a deletion can
    /// remove, or a deletion.
    package func heldUsers() throws(SyncError) -> Set<User.ID> {
        try reading { social, accounts in
            try heldUsers(outside: accounts.scopes(social), social)
        }
    }

    /// Returns the users of ``heldUsers()``, which are read again only once records have changed,
    /// because the scopes may have many records.
    func heldUsers(
        outside wanted: Set<User.ID>,
        _ social: any SocialReader
    ) throws -> Set<User.ID> {
        let token = try social.recordToken()
        if let held = state.withLock(\.held), held.wanted == wanted, held.token == token {
            return held.users
        }
        let users = try social.heldUsers(outside: wanted)
        state.withLock { $0.held = HeldUsers(wanted: wanted, token: token, users: users) }
        return users
    }

    /// Returns the users of the store with keys.
    package func users() throws(SyncError) -> Set<User.ID> {
        try reading { _, accounts in try accounts.keyedUsers() }
    }

    // MARK: Errors

    /// Runs a query on one snapshot.
    func reading<Result>(
        _ query: (any SocialReader, any AccountReader) throws -> Result
    ) throws(SyncError) -> Result {
        try translating { try repository.read(query) }
    }

    /// Translates errors of the store, and stores the original error for ``StoreSync`` to report.
    func translating<Result>(_ body: () throws -> Result) throws(SyncError) -> Result {
        do {
            return try body()
        } catch {
            state.withLock { $0.failure = error }
            switch error {
            case let error as SyncError: throw error
            case let error as TimelineError: throw .store(code: error.code)
            default: throw .storageFailed
            }
        }
    }

    /// Updates the progress, and reports it.
    func report(_ update: (inout SyncProgress) -> Void) {
        let progress = state.withLock { state in
            update(&state.progress)
            return state.progress
        }
        onProgress(progress)
    }
}

extension AccountReader {
    /// Returns the users of the store with keys.
    func keyedUsers() throws -> Set<User.ID> {
        Set(try usersWithKeys())
    }

    /// Returns the users of the store with keys, and those that they follow.
    func scopes(_ social: any SocialReader) throws -> Set<User.ID> {
        let users = try keyedUsers()
        return try users.reduce(into: users) { scopes, user in
            scopes.formUnion(try social.usersFollowed(by: user))
        }
    }
}

/// A folder of partially received blobs, each in a file named after its hash.
///
/// The files are not synced to disk: after a power failure, a corrupted part fails its hash check
/// and is requested again. Processes that receive the same blob at once add to the same file, one
/// after another.
struct PartialBlobs: Sendable {
    let folder: URL

    /// Returns the number of bytes of a blob that have arrived.
    func byteCount(of blob: BlobID) -> UInt64 {
        UInt64(DurableFile.size(of: path(of: blob)) ?? 0)
    }

    /// Appends bytes to the part of a blob, unless the part does not end at `offset`.
    ///
    /// - Returns: The number of bytes of the blob that have arrived.
    /// - Throws: `TimelineError.storageFailed` or `TimelineError.storageReadOnly`.
    func append(_ bytes: [UInt8], to blob: BlobID, at offset: UInt64) throws -> UInt64 {
        try locked { folder in
            UInt64(try folder.append(bytes, to: "\(blob)", at: Int(clamping: offset)))
        }
    }

    /// Runs `body` while no other process adds to the files.
    func locked<Result>(_ body: (OpenFolder) throws -> Result) throws -> Result {
        let opened = try OpenFolder(folder) ?? OpenFolder(making: folder)
        return try opened.locked { try body(opened) }
    }

    /// Returns the bytes of a blob that have arrived, or `nil` if none have.
    func content(of blob: BlobID) throws -> Data? { try OpenFolder(folder)?.read("\(blob)") }

    /// Deletes the bytes of a blob that have arrived.
    func remove(_ blob: BlobID) throws { try OpenFolder(folder)?.remove("\(blob)") }

    /// Returns the blobs of which parts have arrived.
    func blobs() throws -> [BlobID] {
        try DurableFile.names(in: folder).compactMap { BlobID($0) }
    }

    /// Returns the path of the part of a blob.
    func path(of blob: BlobID) -> URL { folder.appending(path: "\(blob)") }
}
