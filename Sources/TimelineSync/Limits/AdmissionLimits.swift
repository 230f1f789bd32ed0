/// The bounds within which a store accepts records by others.
///
/// Tests lower them, because thousands of records take long to create.
struct AdmissionLimits: Sendable {
    /// The limits of ``SessionLimits``.
    static let standard = Self(
        pending: SessionLimits.pending,
        strangerReplies: SessionLimits.strangerReplies,
        strangerIntroductions: SessionLimits.strangerIntroductions
    )

    /// The number of live replies to posts that have not arrived.
    var pending: Int
    /// The number of replies by one stranger in one scope with stamps on one day.
    var strangerReplies: Int
    /// The number of introductions of one stranger.
    var strangerIntroductions: Int
}
