/// Full-text queries over captions and comments, with words from ``Tokenizer``.
///
/// Every query throws ``TimelineError/storageFailed(_:)`` if reading fails.
public protocol SearchReader {
    /// Returns the words in captions and comments that start with a normalized prefix.
    ///
    /// The most frequent words come first. Equally frequent words are in byte order.
    func words(startingWith prefix: String, limit: Int) throws -> [String]

    /// Returns the matching texts that are older than `before` but not older than `oldest`, newest
    /// first.
    func texts(
        matching pattern: TextPattern,
        before: TextID,
        from oldest: TextID,
        limit: Int
    ) throws -> [TextID]
}
