/// Queries for the activity of a user: likes of and comments on their posts, mentions of them, and
/// new followers.
///
/// Events of the user's own and of removed users are omitted. A comment on a post of the user that
/// also mentions them is one event, a comment. A mention names the displayed username, as in
/// ``TagReader/texts(mentioning:before:limit:)``.
///
/// Every query throws ``TimelineError/storageFailed(_:)`` if reading fails.
public protocol ActivityReader {
    /// Returns the events before a position, newest arrival first.
    ///
    /// - Parameters:
    ///   - user: The user.
    ///   - position: The event after which the page starts; `nil` for the newest page.
    ///   - limit: The maximum number of events.
    /// - Returns: The events; none for a user that does not exist.
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    func activity(
        of user: User.ID,
        after position: ActivityEvent.Position?,
        limit: Int
    ) throws -> [ActivityEvent]

    /// Returns the number of events with an arrival number above an epoch, at most `limit`.
    func activityCount(of user: User.ID, since epoch: Int, limit: Int) throws -> Int
}
