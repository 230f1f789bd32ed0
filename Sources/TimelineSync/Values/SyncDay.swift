/// Days since 1970 (UTC), for the limit on replies by strangers.
enum SyncDay {
    /// The length of a day in milliseconds.
    private static let length: UInt64 = 86_400_000

    /// Returns the day that contains a time in milliseconds since 1970.
    static func containing(_ milliseconds: UInt64) -> UInt64 {
        milliseconds / length
    }
}
