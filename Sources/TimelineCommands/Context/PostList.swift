import TimelineCore

/// A list of posts to print, one after the other.
struct PostList: Sendable {
    /// An entry of the list.
    struct Entry: Sendable {
        /// The post with the photos to draw, or `nil` to draw none.
        let post: PostView?
        /// Formats the entry.
        let lines: @Sendable (TextLayout) -> [String]
    }

    /// Formats the text above the entries.
    var heading: @Sendable (TextLayout) -> [String] = { _ in [] }
    /// The entries.
    let entries: [Entry]
    /// The number of entries that the user has requested, or `nil` for as many as fit the screen.
    let limit: Int?
    /// The text to print if the list is empty.
    let empty: String

    /// Creates the list of the posts of a feed.
    ///
    /// - Parameters:
    ///   - posts: The posts.
    ///   - marker: The post above which the reader left off, if any.
    ///   - limit: The number of posts that the user has requested, if any.
    ///   - empty: The text to print if there are no posts.
    init(_ posts: [PostView], marker: Post.ID? = nil, limit: Int?, empty: String) {
        let entries = posts.map { post in
            Entry(post: post) { layout in
                let mark = post.id == marker ? [layout.style.bold(PageText.leftOff), ""] : []
                return mark + layout.listed(post)
            }
        }
        self.init(entries: entries, limit: limit, empty: empty)
    }

    /// Creates a list.
    init(
        heading: @escaping @Sendable (TextLayout) -> [String] = { _ in [] },
        entries: [Entry],
        limit: Int?,
        empty: String
    ) {
        self.heading = heading
        self.entries = entries
        self.limit = limit
        self.empty = empty
    }
}

extension Page where Item == PostView, Cursor == Post.ID {
    /// Returns the start of the page, as if it had been read with a smaller limit.
    func truncated(to count: Int) -> Page {
        guard count < items.count else { return self }
        let items = Array(items.prefix(count))
        return Page(items, next: items.last?.id ?? previous, after: previous, epoch: epoch)
    }
}
