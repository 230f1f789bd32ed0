public import Foundation
public import TimelineCore

/// A user, folder or address that a user of this store syncs with.
public struct SyncPeer: Hashable, Sendable, Identifiable {
    /// The ID of the entry or, without one, a hash of the device or place: 16 hexadecimal digits.
    public let id: String
    /// The device that has synced as this peer, or `nil` for a folder or if none has.
    public internal(set) var device: KeyID?
    /// The user whose devices may sync with this one, or `nil` for a folder.
    public let user: User.ID?
    /// The user's displayed username, if the user's profile has arrived.
    public let username: String?
    /// The path of a folder or the address of a device, if any.
    public internal(set) var target: String?
    /// The name shown in the peer list or, for a device of this store's user, the device's name.
    public internal(set) var name: String?
    /// The date at which the entry was added.
    public let addedAt: Date
    /// The date of the last sync, even if it failed.
    public internal(set) var lastSync: Date?
    /// The date at which both sides were last equal.
    public internal(set) var lastEqual: Date?
    /// The peer's clock minus that of this device in the last sync, in seconds, if they differed by
    /// more than two minutes.
    public internal(set) var clockDifference: TimeInterval?
    /// The code of the error that ended the last sync.
    public internal(set) var failure: String?
    /// The paths of the files that were damaged in the last sync with the folder, and that this
    /// device could not replace.
    public internal(set) var damagedFiles: [String] = []
    /// The paths of the files that were damaged in the last sync with the folder, and that this
    /// device has replaced.
    public internal(set) var repairedFiles: [String] = []
    /// Whether the last sync left out full-size pictures because of its budget.
    public internal(set) var isBudgetReached = false
    /// The records that the device or folder has not been given, or `nil` if this store has never
    /// synced with it, or if the device has been revoked.
    ///
    /// Only ``StoreSync/status()`` counts them, at most 100,000.
    public internal(set) var unsent: RecordTally?

    /// Whether both sides were equal at the end of the last sync, all wanted pictures that the peer
    /// had arrived, and nothing has been added here since.
    public var isEqual: Bool {
        lastEqual != nil && lastEqual == lastSync && failure == nil && unsent?.total == 0
    }
}
