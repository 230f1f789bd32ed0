import TimelineCore

/// The contents that the indexes of words, tags and mentions should have.
///
/// Counts are keyed by the descriptions that the report shows.
///
/// Creating this value reads every text in the store once. Its size grows with the number of
/// distinct words, texts, tags and mentions: a few hundred bytes for each tag or mention, and less
/// for each text.
struct ExpectedIndexes {
    /// The number of occurrences of each word.
    private(set) var words: [String: Int] = [:]
    /// The fingerprints of the words that each row of `text_words` should contain.
    private(set) var rows = IndexFingerprint()
    /// The expected rows of `post_tag`, each with a count of 1.
    private(set) var tags: [String: Int] = [:]
    /// The number of posts with each tag.
    private(set) var taggedPosts: [String: Int] = [:]
    /// The expected rows of `mention`, each with a count of 1.
    private(set) var mentions: [String: Int] = [:]

    /// Derives the expected contents from all posts and comments.
    ///
    /// - Throws: `SQLiteError`.
    init(_ tables: SharedTables) throws {
        var counts = WordCounts()
        var tagged: Set<TaggedPost> = []
        for isComment in [false, true] {
            try tables.forEachTextRow(ofComments: isComment) { texts in
                let tokens = texts.map { ($0.id, TokenizedText(of: $0.indexed.searchable)) }
                rows.add(SharedTables.words(of: tokens), at: texts[0].id.rowID)
                for (text, (_, words)) in zip(texts, tokens) {
                    counts.add(1, for: words)
                    let entities = TextEntities(in: text.text)
                    for tag in text.isByAuthor ? entities.tags : [] {
                        tagged.insert(TaggedPost(tag: tag, post: text.post))
                        tags[DoctorText.tag(tag.name, of: text.post, in: text.id)] = 1
                    }
                    for name in entities.mentions {
                        mentions[DoctorText.mention(of: name, in: text.id)] = 1
                    }
                }
            }
        }
        for post in tagged { taggedPosts[post.tag.name, default: 0] += 1 }
        words = counts.steps
    }

    /// A tag of a post, which is counted once even if several texts of the post contain it.
    private struct TaggedPost: Hashable {
        let tag: Tag
        let post: Post.ID
    }
}
