/// Queries for a user's activity: likes of and comments on the user's posts, mentions of the user,
/// and new followers.
///
/// Events caused by the user or by removed users are omitted. A comment that mentions the user on
/// one of the user's own posts is reported only once, as a comment. A mention refers to a displayed
/// username, as in ``SearchReader/texts(mentioning:before:limit:)``.
///
/// Every query throws ``TimelineError/storageFailed(_:)`` if reading fails.
public protocol ActivityReader {
    /// Returns one page of the events that concern a user, newest arrivals first.
    ///
    /// - Parameters:
    ///   - user: The ID of the user.
    ///   - position: The position after which the page starts, or `nil` for the newest page.
    ///   - limit: The maximum number of events.
    /// - Returns: The events, or an empty array if the user does not exist.
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    func activity(
        of user: User.ID,
        after position: ActivityEvent.Position?,
        limit: Int
    ) throws -> [ActivityEvent]

    /// Returns the number of events that arrived after the given epoch, up to `limit`.
    func activityCount(of user: User.ID, since epoch: Int, limit: Int) throws -> Int
}
