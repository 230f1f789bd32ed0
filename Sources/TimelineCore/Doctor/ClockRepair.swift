public import Foundation

/// What the repair of a clock that was ahead has done for one user.
///
/// The content of records from the future was signed again, with stamps of the present. A record
/// contains its stamp, and the ID of a post or comment contains its time, so posts and comments have
/// new IDs.
public struct ClockRepair: Hashable, Sendable {
    /// A post or comment with a new ID.
    public struct MovedItem: Hashable, Sendable {
        /// The former ID, which refers to nothing any longer.
        public let old: ItemReference
        /// The present ID.
        public let new: ItemReference
    }

    /// The posts and comments with new IDs: those of the user, oldest first, and then the comments
    /// by other users of this store.
    public internal(set) var moved: [MovedItem] = []
    /// What may return, by kind, with the date of the first such record.
    ///
    /// Without the password, this device's key is still in use. So a former value of the profile,
    /// a like, a follow or an edit replaces the present one if it arrives again, from a folder or from
    /// a device with the same wrong clock, once its date has passed.
    public internal(set) var returning: [RecordKind: Date] = [:]
    /// The user's other devices that have signed records from the future, which only a repair there
    /// can sign again.
    public internal(set) var otherDevices: Set<KeyID> = []
    /// Whether nothing was repaired, because the root key has signed records from the future and only
    /// the password opens it.
    public internal(set) var needsPassword = false
}
