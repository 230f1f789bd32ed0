/// The outcome of an entry, of which some parts have been processed.
struct EntryOutcome {
    /// The number of posts created.
    var newCount = 0
    /// Whether the store contained one of the posts, or it has been deleted.
    var isPresent = false
    /// Whether earlier posts show some pictures of the album, so that only the others are added.
    var isExtended = false
    /// Whether the caption continues in comments.
    var isContinued = false
    /// The reason that a post is invalid.
    var fault: EntryError?
}
