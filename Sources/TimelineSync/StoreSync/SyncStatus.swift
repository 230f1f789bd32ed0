public import Foundation
public import TimelineCore

/// The state of sync for one user.
public struct SyncStatus: Hashable, Sendable {
    /// The user.
    public let user: User.ID
    /// The peers, in the order in which they were added, then devices that have only connected to
    /// this one, then the places at which every sync has failed so far.
    public let peers: [SyncPeer]
    /// The followed users without any record in this store.
    public let missingUsers: [User.ID]
    /// The number of likes and comments on posts that have not arrived.
    public let pendingReplies: Int
    /// The pictures that have not arrived, by reason.
    public let missingPictures: [MissingPictures]
    /// The numbers of records that are not accepted, by reason, except those older than
    /// ``oldestPost``.
    ///
    /// The store counts at most 50,000 of them, see `SessionLimits.rejections`.
    public let rejections: [RejectionReason: Int]
    /// The date before which posts by others are left out, or `nil` if none are.
    public let oldestPost: Date?
    /// The number of records left out because their posts are older than ``oldestPost``.
    public let recordsTooOld: Int
    /// The maximum total size of full-size pictures by others, in bytes, or `nil` for no limit.
    public let pictureLimit: UInt64?
    /// The number of full-size pictures left out or removed because of this limit.
    public let excessPictures: Int
    /// The size of these pictures in bytes.
    public let excessBytes: UInt64
    /// Whose clock is wrong, or `nil` if all agree.
    public let clock: ClockVerdict?
    /// The number of records that other devices have offered and that will be accepted later,
    /// because they are dated in the future.
    public let futureRecords: Int
    /// The date of the last of these records.
    public let futureUntil: Date?
    /// Whether another device uses this device's key.
    public let isKeyReused: Bool
    /// Whether this device has been revoked.
    public let isRevoked: Bool
    /// The number of posts and edits that became void when this device was revoked, and that the
    /// user can sign again.
    public let drafts: Int
    /// The numbers of other records that became void at the same time, by kind.
    public let voidRecords: [RecordKind: Int]
    /// Whether the user has exported their identity.
    ///
    /// If not, remind the user: without a copy, a forgotten password or a lost device ends the
    /// identity.
    public let isIdentityExported: Bool

    /// Whether the next login replaces this device's key.
    public var needsNewKey: Bool { isKeyReused || isRevoked }
    /// The number of pictures that have not arrived.
    public var missingPictureCount: Int { missingPictures.reduce(0) { $0 + $1.count } }
    /// The number of bytes of these pictures that have not arrived.
    public var missingBytes: UInt64 { missingPictures.reduce(0) { $0 + $1.byteCount } }
    /// The number of records that are not accepted, except those older than ``oldestPost``.
    public var rejectedRecords: Int { rejections.values.reduce(0, +) }
}
