/// The limits for the records by others that a store accepts.
///
/// Tests lower them, because creating thousands of records takes long.
struct AdmissionLimits: Sendable {
    /// The standard limits, from ``SessionLimits``.
    static let standard = Self(
        pending: SessionLimits.pending,
        strangerReplies: SessionLimits.strangerReplies,
        strangerIntroductions: SessionLimits.strangerIntroductions
    )

    /// The maximum number of live replies to posts that have not arrived.
    var pending: Int
    /// The maximum number of replies by one stranger in one scope per day.
    var strangerReplies: Int
    /// The maximum number of introductions of one stranger.
    var strangerIntroductions: Int
}
