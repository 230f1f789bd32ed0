package import TimelineCore
@testable package import TimelineSync

/// A store in memory, for tests and simulations.
///
/// It recomputes the live set for each batch, so it is slow with many records. According to its
/// live records, it wants the scopes of its user and of everyone the user follows.
package final class InMemorySyncStore: SyncStore {
    /// The user of this device.
    package let user: User.ID
    /// The ID of the device key.
    package let device: KeyID
    /// The live records by ID.
    package internal(set) var live: [RecordID: VerifiedRecord] = [:]
    /// The rejections by record ID.
    package internal(set) var rejections: [RecordID: RejectedRecord] = [:]
    /// The public blobs by hash.
    package internal(set) var blobs: [BlobID: [UInt8]] = [:]
    /// The incomplete blobs by hash.
    package internal(set) var partialBlobs: [BlobID: [UInt8]] = [:]
    /// The standing of each known device.
    package var standings: [KeyID: PeerTrust] = [:]
    /// The valid invitations.
    package var invitations: Set<SyncToken> = []
    /// The time of the oldest posts by others that the store accepts, in milliseconds since 1970.
    package var oldestPost: UInt64 = 0
    /// The private data for the other devices of the same user.
    package var privateData: [UInt8]?
    /// The private data that the other devices of the same user sent.
    package private(set) var receivedPrivateData: [[UInt8]] = []
    /// Called before each change; an error that it throws prevents the change.
    package var beforeChange: () throws(SyncError) -> Void = {}

    var currentToken: SyncToken
    var generator: any RandomNumberGenerator
    var keys: any RecordVerifier
    var firstSyncs: [User.ID: FirstSyncProgress] = [:]
    var blocked: Set<User.ID> = []
    /// The devices that have used invitations.
    private var guests: [SyncToken: PeerIdentity] = [:]
    /// The circumstances of the last review of the rejections.
    var reviewed: RejectionReview.Circumstances?
    /// The records that had exceeded a limit, but are accepted now.
    var released: Set<RecordID> = []
    private var memories: [KeyID: [EncryptionKey?: PeerMemory]] = [:]

    /// Creates an empty store for one user's device.
    ///
    /// - Parameters:
    ///   - user: The user of the device.
    ///   - device: The ID of the device key.
    ///   - keys: A record verifier without any keys.
    ///   - generator: The source of the state tokens.
    package init(
        user: User.ID,
        device: KeyID,
        keys: any RecordVerifier = KeyDirectory(),
        generator: any RandomNumberGenerator = SystemRandomNumberGenerator()
    ) {
        self.user = user
        self.device = device
        self.keys = keys
        self.generator = generator
        currentToken = SyncToken(using: &self.generator)
    }

    /// Returns the state token.
    package func token() -> SyncToken { currentToken }

    /// Returns the user of the store.
    package func users() -> Set<User.ID> { [user] }

    /// Returns the user and everyone whom the user follows.
    package func scopes() -> Set<User.ID> {
        var scopes: Set<User.ID> = [user]
        for record in live.values where record.author == user {
            if case .followed(let followed) = record.content { scopes.insert(followed) }
        }
        return scopes
    }

    /// Returns the users outside ``scopes()`` of whom the store holds something that a deletion can
    /// remove, or a deletion.
    package func heldUsers() -> Set<User.ID> {
        let scopes = scopes()
        var users: Set<User.ID> = []
        for record in live.values where record.content.kind?.concernsDeletions == true {
            guard !scopes.contains(record.scope) else { continue }
            users.formUnion([record.scope, record.author])
        }
        return users.subtracting(scopes)
    }

    /// Returns the standing set for a peer that proves its identity, or `peer` for a valid
    /// invitation that no other device has used.
    package func admit(_ peer: PeerIdentity) throws(SyncError) -> PeerTrust {
        if let standing = standings[peer.device], isProven(peer) { return standing }
        guard let invitation = peer.invitation, invitations.contains(invitation) else {
            return .stranger
        }
        if let guest = guests[invitation] {
            return guest.isSameDevice(as: peer) ? .peer : .stranger
        }
        try beforeChange()
        guests[invitation] = peer
        standings[peer.device] = .peer
        return .peer
    }

    /// Returns whether a peer has proved to be the device that it claims to be.
    ///
    /// Without a carrier, as in a simulation, every claim is true.
    private func isProven(_ peer: PeerIdentity) -> Bool {
        guard let box = peer.box else { return true }
        return live.values.contains { record in
            guard case .keyAdded(let certificate) = record.content else { return false }
            return record.author == peer.user && certificate.device.id == peer.device
                && certificate.box == box
        }
    }

    /// Returns the result of the last session with a device.
    package func memory(of device: KeyID, owning box: EncryptionKey?) -> PeerMemory? {
        memories[device]?[box]
    }

    /// Replaces the result of the last session with a device.
    package func remember(
        _ memory: PeerMemory,
        of device: KeyID,
        owning box: EncryptionKey?
    ) throws(SyncError) {
        try beforeChange()
        memories[device, default: [:]][box] = memory
    }

    /// Returns the private data for the other devices of the same user.
    package func privatePayload(for device: KeyID) -> [UInt8]? { privateData }

    /// Stores private data from another device of the same user.
    package func receivePrivate(_ payload: [UInt8], from device: KeyID) throws(SyncError) {
        try beforeChange()
        receivedPrivateData.append(payload)
    }

    /// Returns the private data for the other devices of the same user, without a signature.
    package func privateFile(replacing present: [UInt8]?) -> [UInt8]? {
        privateData == present ? nil : privateData
    }

    /// Stores private data from another device of the same user, unless it is the last one stored.
    package func receivePrivateFile(_ file: [UInt8], from device: KeyID) throws(SyncError) -> Bool {
        if receivedPrivateData.last != file { try receivePrivate(file, from: device) }
        return true
    }

    /// Replaces the state token after a change.
    func renewToken() {
        currentToken = SyncToken(using: &generator)
    }
}
