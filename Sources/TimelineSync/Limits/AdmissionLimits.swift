/// The limits for the records by others that a store accepts.
///
/// Tests lower them, because creating thousands of records takes long.
struct AdmissionLimits: Sendable {
    /// The standard limits, from ``SessionLimits``.
    static let standard = Self(
        pendingKeyBytes: SessionLimits.pendingKeyBytes,
        pending: SessionLimits.pending,
        rejections: SessionLimits.rejections,
        oldRejections: SessionLimits.oldRejections,
        strangerReplies: SessionLimits.strangerReplies,
        strangerIntroductions: SessionLimits.strangerIntroductions,
        strangerIntroductionBytes: SessionLimits.strangerIntroductionBytes
    )

    /// The maximum total length of the records held back until their keys arrive, in bytes.
    var pendingKeyBytes: Int
    /// The maximum number of live replies to posts that have not arrived.
    var pending: Int
    /// The maximum number of stored rejections because of a block or a limit.
    var rejections: Int
    /// The maximum number of stored rejections of too old records by strangers.
    var oldRejections: Int
    /// The maximum number of replies by one stranger in one scope per day.
    var strangerReplies: Int
    /// The maximum number of introductions of one stranger.
    var strangerIntroductions: Int
    /// The maximum total length of the introductions of one stranger, in bytes.
    var strangerIntroductionBytes: Int
}
