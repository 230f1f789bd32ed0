/// One page of a list, with the cursor for the next page.
///
/// ```swift
/// var page = try await session.page(of: .home)
/// while let cursor = page.next {
///     page = try await session.page(of: .home, before: cursor)
/// }
/// ```
public struct Page<Item: PageItem, Cursor: Hashable & Sendable & Encodable>: Sendable {
    /// The items, in list order.
    ///
    /// A page has fewer items than requested if some were deleted during the read, or if the author
    /// of some posts has deleted their account and their posts have not been deleted yet.
    public package(set) var items: [Item]
    /// The cursor for the next page, or `nil` at the end of the list.
    ///
    /// A full page always has a cursor, even if the next page turns out to be empty.
    public let next: Cursor?
    /// The cursor used to read this page, or `nil` for the first page.
    public let previous: Cursor?
    /// The epoch of the snapshot that the page was read from, if known.
    ///
    /// Pages from different snapshots are equal if their items and cursors are equal.
    public let epoch: Int?

    /// Creates a page.
    public init(
        _ items: [Item],
        next: Cursor?,
        after previous: Cursor? = nil,
        epoch: Int? = nil
    ) {
        self.items = items
        self.next = next
        self.previous = previous
        self.epoch = epoch
    }
}

extension Page: Hashable {
    /// Returns whether two pages have the same items and cursors, regardless of their epochs.
    public static func == (left: Page, right: Page) -> Bool {
        left.items == right.items && left.next == right.next && left.previous == right.previous
    }

    /// Hashes the items and the cursors.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(items)
        hasher.combine(next)
        hasher.combine(previous)
    }
}

/// An item that a ``Page`` can contain.
public protocol PageItem: Hashable, Sendable, Encodable {
    /// The key for the items in an encoded page, such as "posts".
    static var pageKey: String { get }
}

extension Page: Encodable {
    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { return nil }
    }

    /// Encodes the items under their ``PageItem/pageKey``, and ``next``, which is `null` on the
    /// last page.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(items, forKey: Key(stringValue: Item.pageKey))
        try container.encode(next, forKey: Key(stringValue: "next"))
    }
}

extension Page {
    /// Reads all pages of a list, one after the other.
    ///
    /// ```swift
    /// let ids = try Page.all { try blobs.page(after: $0, limit: 1_000) }
    /// ```
    ///
    /// - Parameter read: Returns the page after the given cursor, or the first page if the cursor
    ///   is `nil`.
    /// - Returns: The items of all pages.
    /// - Throws: Any error thrown by `read`.
    public static func all(
        _ read: (Cursor?) throws -> Page<Item, Cursor>
    ) rethrows -> [Item] {
        var page = try read(nil)
        var items = page.items
        while let cursor = page.next {
            page = try read(cursor)
            items += page.items
        }
        return items
    }

    /// Returns a copy of the page with the cursor used to read it and the epoch of its snapshot.
    func positioned(after cursor: Cursor?, at epoch: Int) -> Page {
        Page(items, next: next, after: cursor, epoch: epoch)
    }
}
