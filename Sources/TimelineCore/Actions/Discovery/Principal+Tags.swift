extension Principal {
    /// Returns one page of the posts with the given tag, newest first.
    ///
    /// Subsequent pages continue back to the oldest post.
    ///
    /// A post has the tags in its caption and in its author's own comments. Comments by other users
    /// do not tag the post.
    ///
    /// - Parameters:
    ///   - tag: The tag to search for.
    ///   - cursor: The post after which the page starts, such as ``Page/next``, or `nil` for the
    ///     newest page.
    ///   - limit: The maximum number of posts on the page.
    /// - Returns: The page, which is empty if no post has the tag.
    /// - Throws: A storage error.
    public func posts(
        tagged tag: Tag,
        before cursor: Post.ID? = nil,
        limit: Int = 20
    ) async throws -> TimelinePage {
        let range = PostRange(before: cursor ?? Post.ID(.max), limit: limit)
        return try await read { reader, _, viewer in
            try reader.page(reader.postIDs(.tagged(tag), in: range), limit: limit, for: viewer)
        }
    }

    /// Returns the tags that start with the given prefix, most used first.
    ///
    /// Tags that are used equally often are in byte order.
    ///
    /// - Parameters:
    ///   - prefix: The start of a tag, with or without `#`. An empty prefix matches all tags.
    ///   - limit: The maximum number of tags.
    /// - Returns: The tags with their post counts.
    /// - Throws: A storage error.
    public func tags(startingWith prefix: String = "", limit: Int = 20) async throws -> [TagCount] {
        let scalars = prefix.unicodeScalars
        let name = scalars.first?.startsTag == true ? scalars.dropFirst() : scalars[...]
        let normalized = Tag.normalized(String(Substring(name.prefix(Tag.maximumLength))))
        return try await read { reader, _, _ in
            try reader.tags(startingWith: normalized, limit: limit)
        }
    }
}
