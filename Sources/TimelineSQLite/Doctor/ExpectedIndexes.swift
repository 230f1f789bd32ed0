import TimelineCore

/// The contents that the indexes of words, tags and mentions should have.
///
/// Counts are keyed by the descriptions that the report shows.
///
/// Reads every text of the store once. The memory grows with the number of different words, of
/// texts, and of tags and mentions: some hundred bytes for each tag or mention, less for each text.
struct ExpectedIndexes {
    /// The occurrences of each word.
    private(set) var words: [String: Int] = [:]
    /// The words of each row of `text_words`.
    private(set) var rows = IndexFingerprint()
    /// 1 for each row of `post_tag`.
    private(set) var tags: [String: Int] = [:]
    /// The number of posts with each tag.
    private(set) var taggedPosts: [String: Int] = [:]
    /// 1 for each row of `mention`.
    private(set) var mentions: [String: Int] = [:]

    /// Reads all posts and comments.
    ///
    /// - Throws: `DatabaseError`.
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

    /// A post and a tag, which count once however many texts of the post contain the tag.
    private struct TaggedPost: Hashable {
        let tag: Tag
        let post: Post.ID
    }
}
