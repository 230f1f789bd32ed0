import TimelineCore

extension OpenStore {
    /// The number of entries on a page, unless the user requests a different number.
    private static let usualLimit = 20
    /// The minimum height of an entry in rows, without pictures.
    private static let entryRows = 4
    /// The rows below a page: the command for the next page, and the shell's prompt.
    private static let endRows = 2

    /// The height of the screen into which a page without a limit must fit, or `nil` if the output
    /// is not a terminal of known size.
    private var screenRows: Int? {
        output.format == .text && output.layout.isTerminal ? context.console.rows : nil
    }

    /// Returns how many entries to read for a page: as many as may fit the screen, unless the user
    /// requests a number.
    func pageSize(_ limit: Int?) -> Int {
        limit ?? max(Self.usualLimit, (screenRows ?? 0) / Self.entryRows)
    }

    /// Returns how many entries of a list fit one screen, and at least one, or all without a screen.
    ///
    /// - Parameters:
    ///   - count: The number of entries that have been read.
    ///   - lines: A function that formats the first entries, given their number.
    /// - Returns: The number of entries.
    func fittingCount(of count: Int, lines: (Int, TextLayout) -> [String]) -> Int {
        guard let rows = screenRows.map({ $0 - Self.endRows }) else { return count }
        var fitting = count
        while fitting > 1, lines(fitting, output.layout).count > rows { fitting -= 1 }
        return fitting
    }

    /// Prints a list of posts, each as soon as it is drawn, and the command for the next page.
    ///
    /// Without a limit, a terminal shows as many entries as fit one screen, and at least one.
    ///
    /// - Parameters:
    ///   - result: The result, which is printed in JSON format.
    ///   - list: The list.
    ///   - images: How to draw pictures.
    ///   - isPaged: Whether a pager shows the text.
    ///   - ending: A function that returns the lines below the list, given the number of printed
    ///     entries.
    /// - Returns: The number of printed entries.
    /// - Throws: ``ClosedPipe`` if the reader has closed the pipe, or an error of the store or the
    ///   output.
    @discardableResult
    func show(
        _ result: some Encodable,
        as list: PostList,
        _ images: ImageOptions,
        isPaged: Bool = false,
        ending: (Int, TextLayout) async throws -> [String]
    ) async throws -> Int {
        guard output.format == .text else {
            try output.show(result) { _ in [] }
            return list.entries.count
        }
        return try await paging(isPaged) { output in
            let heading = list.heading(output.layout)
            guard !heading.isEmpty || !list.entries.isEmpty else {
                try output.write(output.layout.paragraph(list.empty))
                return 0
            }
            try output.write(heading)
            let isWhole = list.limit != nil || isPaged
            let count = try await write(
                list.entries,
                to: output,
                drawer: isPaged ? nil : try drawer(images),
                rows: isWhole ? nil : screenRows.map { $0 - heading.count - Self.endRows }
            )
            try output.hint(await ending(count, output.layout))
            return count
        }
    }

    /// Writes as many entries as fit into the rows, and at least one.
    ///
    /// - Returns: The number of entries written.
    private func write(
        _ entries: [PostList.Entry],
        to output: Output,
        drawer: PhotoDrawer?,
        rows: Int?
    ) async throws -> Int {
        var count = 0
        var used = 0
        func write(_ entry: PostList.Entry, to output: Output) throws -> Bool {
            let lines = entry.lines(output.layout)
            if let rows, count > 0, used + lines.count + 1 > rows { return false }
            try output.write(lines + [""])
            count += 1
            used += lines.count + 1
            return true
        }
        guard let drawer else {
            for entry in entries { guard try write(entry, to: output) else { break } }
            return count
        }
        try await drawer.drawing(entries.map(\.post)) { index, drawn in
            let drawing = entries[index].post.flatMap { post in drawn.map { [post.id: $0] } }
            return try write(entries[index], to: drawing.map { output.drawing($0) } ?? output)
        }
        return count
    }

    /// Runs `body` with the command's output, or with one that a pager shows.
    ///
    /// Without a terminal or a working pager, the text is printed as usual.
    func paging<Result>(
        _ isPaged: Bool,
        body: (Output) async throws -> Result
    ) async throws -> Result {
        guard isPaged, output.format == .text, output.layout.isTerminal,
            let pager = Pager(variables: context.variables)
        else { return try await body(output) }
        let console = PagedConsole(terminal: context.console) { pager.write($0) }
        do {
            let result = try await body(output.writing(to: console))
            if await pager.end() { return result }
        } catch {
            if await pager.end() { throw error }
        }
        return try await body(output)
    }
}

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
