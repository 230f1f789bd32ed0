/// Queries for the tags and mentions in captions and comments.
///
/// Every query throws ``TimelineError/storageFailed(_:)`` if reading fails.
public protocol TagReader {
    /// Returns the posts in a range that have the given tag, newest first.
    ///
    /// A post has the tags of its caption and of its author's own comments.
    func postIDs(tagged tag: Tag, in range: PostRange) throws -> [Post.ID]

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
