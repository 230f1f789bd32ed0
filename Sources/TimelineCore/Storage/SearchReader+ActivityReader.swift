/// Queries for words, tags and mentions in posts and comments, with words from ``Tokenizer``.
///
/// The text of a post consists of its caption, the name of its place and the descriptions of its
/// photos.
///
/// Every query throws ``TimelineError/storageFailed(_:)`` if reading fails.
public protocol SearchReader {
    /// Returns the words of posts and comments that start with a normalized prefix, most
    /// frequent first, then in byte order.
    func words(startingWith prefix: String, limit: Int) throws -> [String]

    /// Returns the matching texts that are older than `before` but not older than `oldest`, newest
    /// first.
    func texts(
        matching pattern: TextPattern,
        before: TextID,
        from oldest: TextID,
        limit: Int
    ) throws -> [TextID]

    /// Returns the tags that start with a normalized prefix.
    ///
    /// The tags with the most posts come first. Tags with the same number of posts are in
    /// byte order.
    func tags(startingWith prefix: String, limit: Int) throws -> [TagCount]

    /// Returns the texts older than `before` that mention a displayed username, newest first.
    ///
    /// ``TextEntities`` finds the mentions in a text.
    func texts(mentioning username: String, before: TextID, limit: Int) throws -> [TextID]
}

/// Queries for a user's activity: likes of and comments on the user's posts, mentions of the user,
/// and new followers.
///
/// Events caused by the user or by deleted accounts are omitted. A comment that mentions the user
/// on one of the user's own posts is reported only once, as a comment. A mention refers to a
/// displayed username, as in ``SearchReader/texts(mentioning:before:limit:)``.
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
