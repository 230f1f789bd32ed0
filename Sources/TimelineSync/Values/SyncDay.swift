import TimelineRecords

/// Days since 1970 (UTC), for the limit on replies by strangers.
enum SyncDay {
    /// The length of a day in milliseconds.
    private static let length: UInt64 = 86_400_000

    /// Returns the day that contains a stamp.
    static func containing(_ stamp: RecordPushID) -> UInt64 {
        stamp.milliseconds / length
    }
}
