import TimelineRecords

/// The newest mute or unmute of a user, for the other devices of the muting user.
///
/// The table of muted users contains only the current state, so it cannot decide which of two
/// devices is right.
package struct MuteChange: Hashable, Sendable {
    /// Whether the change mutes the user, rather than unmuting them.
    package let isMuted: Bool
    /// The time of the change in milliseconds since 1970.
    package let milliseconds: UInt64

    /// Creates a change.
    package init(isMuted: Bool, milliseconds: UInt64) {
        self.isMuted = isMuted
        self.milliseconds = milliseconds
    }

    /// Reads a stored change.
    ///
    /// Returns `nil` if it is malformed.
    package init?(stored bytes: [UInt8]) {
        do throws(RecordError) {
            var reader = CBORReader(bytes)
            try reader.array(of: 2)
            isMuted = try reader.unsigned() == 1
            milliseconds = try reader.milliseconds()
            try reader.finish()
        } catch {
            return nil
        }
    }

    /// The encoded change, as it is stored.
    package var stored: [UInt8] {
        var writer = CBORWriter()
        writer.array(2)
        writer.write(UInt64(isMuted ? 1 : 0))
        writer.write(milliseconds)
        return writer.bytes
    }

    /// Returns the prefix of the keys of a user's mute changes.
    package static func prefix(of user: User.ID) -> String { "sync/muted/\(user.recordID)/" }

    /// Returns the key of the newest change for a muted user.
    package static func key(of muted: User.ID, by user: User.ID) -> String {
        prefix(of: user) + "\(muted.recordID)"
    }
}

extension AccountWriter {
    /// Mutes or unmutes a user on behalf of the given user, and records the change for other
    /// devices.
    ///
    /// - Parameters:
    ///   - muted: The user to mute.
    ///   - user: The user that mutes.
    ///   - change: The change, with its time.
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    package func setMuted(_ muted: User.ID, by user: User.ID, _ change: MuteChange) throws {
        try setMuted(change.isMuted, muted, by: user)
        try setPrivateValue(change.stored, forKey: MuteChange.key(of: muted, by: user))
    }
}

extension UInt64 {
    /// Returns this time, or the time directly after that of the change that it replaces, if it is
    /// not later.
    ///
    /// A change must be later than the one that it replaces even if a clock was ahead then. But a
    /// change that is dated too far ahead does not count. Both are in milliseconds since 1970, and
    /// the result is at most the highest time of a push ID, which other devices can read.
    package func later(than former: UInt64?) -> UInt64 {
        let time = Swift.min(self, RecordPushID.maximumMilliseconds)
        guard let former, time <= former, !former.isTooFarAhead(of: time) else { return time }
        return Swift.min(former + 1, RecordPushID.maximumMilliseconds)
    }

    /// Returns whether this time of a private change is more than a day after the present.
    ///
    /// Such a change counts as older than all others. Otherwise, one wrong or stolen device could
    /// make changes that nobody can ever replace.
    package func isTooFarAhead(of present: UInt64) -> Bool {
        self > present && self - present > 86_400_000
    }
}
