extension Principal {
    /// One page of the posts that carry a tag, newest first, complete to any depth.
    ///
    /// A post carries the tags of its caption and of its author's own comments under it; what others write there
    /// does not tag it.
    ///
    /// - Parameters:
    ///   - tag: the tag.
    ///   - cursor: the post that the page comes after, such as ``TimelinePage/next``; `nil` for the newest.
    ///   - limit: how many posts the page holds at most.
    /// - Returns: the page, empty when nothing carries the tag.
    /// - Throws: a failure of storage.
    public func posts(
        tagged tag: Tag,
        before cursor: Post.ID? = nil,
        limit: Int = 20
    ) async throws -> TimelinePage {
        let range = PostRange(before: cursor ?? Post.ID(.max), limit: limit)
        return try await read { reader, viewer in
            try reader.page(reader.postIDs(tagged: tag, in: range), limit: limit, for: viewer)
        }
    }

    /// The tags that begin with `prefix`, those of most posts first, and then in the order of their bytes.
    ///
    /// - Parameters:
    ///   - prefix: the beginning of a tag, with or without `#`; an empty one takes all tags.
    ///   - limit: how many at most.
    /// - Returns: the tags with their counts of posts.
    /// - Throws: a failure of storage.
    public func tags(startingWith prefix: String = "", limit: Int = 20) async throws -> [TagCount] {
        let scalars = prefix.unicodeScalars
        let name = scalars.first?.startsTag == true ? scalars.dropFirst() : scalars[...]
        let folded = Tag.folded(String(Substring(name.prefix(Tag.maximumLength))))
        return try await read { reader, _ in
            try reader.tags(startingWith: folded, limit: limit)
        }
    }
}
