/// The rule for stamps in the future (`TimelineEnvironment.clockTolerance` in TimelineCore).
public enum ClockRule {
    /// The maximum time that a stamp may be ahead of the local clock: five minutes, in milliseconds.
    public static let tolerance: UInt64 = 300_000

    /// Returns whether a record with the given stamp may be accepted now.
    ///
    /// If not, the record may be offered again later. A peer's clock is never used.
    ///
    /// - Parameters:
    ///   - stamp: The stamp of the record.
    ///   - now: The time of the local clock, in milliseconds since 1970.
    /// - Returns: Whether the stamp is at most ``tolerance`` ahead of the clock.
    public static func accepts(_ stamp: RecordPushID, at now: UInt64) -> Bool {
        stamp.milliseconds <= min(now, RecordPushID.maximumMilliseconds) + tolerance
    }
}
