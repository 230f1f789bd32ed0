/// Full-text queries over captions and comments, with words from ``Tokenizer``.
///
/// Every query throws ``TimelineError/storageFailed(_:)`` if reading fails.
public protocol SearchReader {
    /// Returns the words of captions and comments that start with a normalized prefix, most
    /// frequent first, then in byte order.
    func words(startingWith prefix: String, limit: Int) throws -> [String]

    /// Returns the texts older than `before` and not older than `oldest` that match, newest first.
    func texts(
        matching pattern: TextPattern,
        before: TextID,
        from oldest: TextID,
        limit: Int
    ) throws -> [TextID]
}
