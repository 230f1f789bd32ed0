/// Pictures that have not arrived, for one reason.
public struct MissingPictures: Hashable, Sendable {
    /// Why a picture has not arrived.
    public enum Reason: String, CaseIterable, Hashable, Sendable {
        /// Nobody in this store follows its author any more.
        case unfollowed
        /// The last sync with a device or folder that has posts by its author reached its budget.
        case budget
        /// No device or folder that this device has synced with had it.
        case neverCopied = "never-copied"
        /// Its author has more than `SessionLimits.scopePictures` of pictures.
        case tooMany = "too-many"
        /// What arrived is no picture, because it is damaged at its author's.
        case damaged
    }

    /// The reason.
    public let reason: Reason
    /// The number of pictures.
    public internal(set) var count = 0
    /// The number of bytes of their files that have not arrived.
    public internal(set) var byteCount: UInt64 = 0
}
