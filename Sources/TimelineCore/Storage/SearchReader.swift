/// Queries for words, tags and mentions in posts and comments, with words from ``Tokenizer``.
///
/// The text of a post consists of its caption, the name of its place and the descriptions of its
/// photos. See ``PostDetails``.
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
