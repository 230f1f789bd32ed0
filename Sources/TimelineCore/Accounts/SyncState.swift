/// An entry of a user's peer list: a user, a place, or both, which identify the entry.
public struct StoredPeer: Hashable, Sendable {
    /// The user of the peer, whose devices may sync with this one.
    public var user: User.ID?
    /// A folder or an address.
    public var target: String?
    /// The name shown in the peer list.
    public var name: String?
    /// The time at which the entry was last changed, in milliseconds since 1970.
    public var milliseconds: UInt64
    /// The invitation to present in the first session.
    public var invitation: SyncToken?
    /// The box key of the inviting device, if the link states it.
    ///
    /// Until the device's records arrive, it identifies the device.
    public var box: EncryptionKey?
    /// Whether the entry has been removed.
    ///
    /// A removed entry stays as a tombstone, so that the user's other devices remove it, too.
    public var isRemoved = false

    /// Creates an entry, of which at least the user or the place is known.
    public init(user: User.ID?, target: String?, name: String?, milliseconds: UInt64) {
        self.user = user
        self.target = target
        self.name = name
        self.milliseconds = milliseconds
    }
}

/// A random value of 16 bytes.
///
/// The token of an invitation link is a secret with which a device may fetch the user's records
/// once. The token of a store's state is replaced after each change to its records, rejections or
/// scopes: if neither store's token has changed since two stores were equal, they still are, so
/// nothing needs to be compared.
public struct SyncToken: ByteValue {
    /// The length of every token: 16 bytes.
    public static let byteCount = 16

    /// The 16 bytes of the token.
    public let bytes: [UInt8]

    /// Creates a token from its bytes.
    ///
    /// Returns `nil` unless there are exactly 16 bytes.
    public init?(bytes: some Collection<UInt8>) {
        guard bytes.count == Self.byteCount else { return nil }
        self.bytes = Array(bytes)
    }

    /// Creates a random token.
    package init(using generator: inout some RandomNumberGenerator) {
        bytes = (0..<Self.byteCount).map { _ in UInt8.random(in: 0...255, using: &generator) }
    }
}

/// A valid record that a store did not accept.
///
/// Only its position is stored. Reconciliation treats the record as held, so it is not offered
/// again.
public struct RejectedRecord: Hashable, Sendable {
    /// The time and ID of the record.
    public let position: RecordPosition
    /// The ID of the key that signed the record.
    public let key: KeyID
    /// What most decisions about the rejection depend on.
    public let source: Source

    /// What the records of one author in one scope have in common if they were rejected for the same
    /// reason.
    public struct Source: Hashable, Sendable {
        /// The scope of the records.
        public let scope: User.ID
        /// The author of the records.
        ///
        /// A rejection because of a block is removed when the author is unblocked.
        public let author: User.ID
        /// Why the records were rejected.
        public let reason: RejectionReason

        /// Creates a source.
        public init(scope: User.ID, author: User.ID, reason: RejectionReason) {
            self.scope = scope
            self.author = author
            self.reason = reason
        }
    }

    /// What some rejections have in common.
    public enum Selection: Hashable, Sendable {
        /// The record.
        case record(RecordID)
        /// The scope.
        case scope(User.ID)
        /// The source.
        case source(Source)
        /// The author, and the key that signed the records.
        case signed(User.ID, KeyID)
    }

    /// Creates a rejection from its parts.
    public init(position: RecordPosition, key: KeyID, source: Source) {
        self.position = position
        self.key = key
        self.source = source
    }

    /// Creates the rejection of a record.
    package init(_ record: VerifiedRecord, reason: RejectionReason) {
        self.init(
            position: RecordPosition(of: record),
            key: record.key,
            source: Source(scope: record.scope, author: record.author, reason: reason)
        )
    }
}

/// A reason to reject a valid record, with its number in a store as the raw value.
public enum RejectionReason: Int, CaseIterable, Hashable, Sendable {
    /// A user of the store has blocked its author or the author of its post.
    case blocked = 1
    /// Its author, a stranger, has exceeded a limit.
    case limit = 2
    /// Its post is older than the store accepts.
    case tooOld = 3
    /// It deletes something that the store does not hold, in a scope that it does not want.
    case notHeld = 4
    /// The store cannot hold it, or it contradicts itself, so it can have no effect.
    case unusable = 5
}

/// A mark of a blob that need not be in the store, or that a user wants there.
///
/// Marks do not determine what sync requests, which follows from the records and the stored blobs.
public enum BlobMark: Int, CaseIterable, Hashable, Sendable {
    /// The blob was not here when a record that references it arrived, or a limit has removed it.
    ///
    /// Its absence is not damage.
    case absent = 1
    /// Sync has received the blob, and it is not a picture.
    case refused = 2
    /// A user has requested the full-size photo, which was not in the store.
    ///
    /// Sync fetches requested photos first. The limit for pictures by others treats such a photo as
    /// if it had been posted at the time of the request, and exempts photos from the latest request
    /// for a day.
    case requested = 3
}

extension AccountReader {
    /// Returns whether sync has not received a blob yet, or has received bytes that are not a
    /// picture.
    package func isAwaited(_ blob: BlobID) throws -> Bool {
        try time(of: .absent, on: blob) != nil || time(of: .refused, on: blob) != nil
    }
}
