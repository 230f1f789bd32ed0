/// Whether a user has bookmarked a post, as an LWW register.
///
/// It is private data: nobody else receives it, except the user's own devices, on which the newer
/// change wins.
package struct Bookmark: Hashable, Sendable {
    /// The post, which this store need not contain.
    package let post: Post.ID
    /// Whether the post is still bookmarked.
    package let isSet: Bool
    /// The time of the change in milliseconds since 1970.
    package let milliseconds: UInt64
    /// The time in milliseconds since 1970 at which the post was last bookmarked, as far as this
    /// device knows.
    ///
    /// It is the place of the post in the list, which a removed bookmark keeps, because the post may
    /// be the cursor of the next page.
    package let listedAt: UInt64

    /// The maximum number of registers of a user: 10,000.
    ///
    /// Beyond it, those with the oldest changes are deleted. A device that is asked to merge any
    /// registers therefore stores about 1 MB, and all devices keep the same ones.
    package static let limit = 10_000

    /// Creates a register that replaces another one.
    ///
    /// - Parameters:
    ///   - post: The post.
    ///   - isSet: Whether the post is bookmarked.
    ///   - milliseconds: The time of the change.
    ///   - former: The replaced register, or `nil` if none is known.
    package init(
        _ post: Post.ID,
        isSet: Bool,
        milliseconds: UInt64,
        replacing former: Bookmark? = nil
    ) {
        self.post = post
        self.isSet = isSet
        self.milliseconds = milliseconds
        listedAt = isSet ? milliseconds : former?.listedAt ?? milliseconds
    }
}

extension Bookmark {
    fileprivate static func keyPrefix(of user: User.ID) -> String {
        PrivateValue.accountPrefix(of: user) + "bookmark/"
    }

    /// Reads a stored register, or returns `nil` if it is malformed.
    fileprivate init?(stored value: PrivateValue, prefix: String) {
        guard let post = Post.ID(String(value.key.dropFirst(prefix.count))) else { return nil }
        self.post = post
        do throws(RecordError) {
            var reader = CBORReader(value.bytes)
            try reader.array(of: 3)
            isSet = try reader.unsigned(atMost: 1) == 1
            (milliseconds, listedAt) = (try reader.milliseconds(), try reader.milliseconds())
            try reader.finish()
        } catch {
            return nil
        }
    }

    fileprivate var stored: [UInt8] {
        var writer = CBORWriter()
        writer.array(3)
        for number in [isSet ? 1 : 0, milliseconds, listedAt] { writer.write(number) }
        return writer.bytes
    }
}

extension AccountReader {
    /// Returns all registers of a user, also those of removed bookmarks, in ascending order of their
    /// posts.
    package func bookmarks(of user: User.ID) throws -> [Bookmark] {
        let prefix = Bookmark.keyPrefix(of: user)
        var bookmarks: [Bookmark] = []
        try forEachPrivateValue(withPrefix: prefix) { value in
            if let bookmark = Bookmark(stored: value, prefix: prefix) { bookmarks.append(bookmark) }
            return true
        }
        return bookmarks
    }

    /// Returns a user's register of a post, or `nil` if there is none.
    package func bookmark(of post: Post.ID, by user: User.ID) throws -> Bookmark? {
        let prefix = Bookmark.keyPrefix(of: user)
        let key = prefix + post.description
        return try privateValue(forKey: key)
            .flatMap { Bookmark(stored: PrivateValue(key: key, bytes: $0), prefix: prefix) }
    }

    /// Returns those of the given posts that a user has bookmarked.
    ///
    /// One query reads the registers between the oldest and the newest post. If there are more of
    /// them than posts, a query for each remaining post follows.
    package func bookmarked(among posts: [Post.ID], by user: User.ID) throws -> Set<Post.ID> {
        let ids = posts.sorted()
        guard let first = ids.first else { return [] }
        let prefix = Bookmark.keyPrefix(of: user)
        let start = prefix + Post.ID(first.pushID.predecessor).description
        let values = try privateValues(withPrefix: prefix, after: start, limit: ids.count)
        var bookmarks = values.compactMap { Bookmark(stored: $0, prefix: prefix) }
        if values.count == ids.count, let last = values.last?.key {
            bookmarks += try ids.filter { prefix + $0.description > last }
                .compactMap { try bookmark(of: $0, by: user) }
        }
        return Set(bookmarks.filter(\.isSet).map(\.post)).intersection(ids)
    }
}

extension AccountWriter {
    /// Stores registers of a user, and deletes those beyond ``Bookmark/limit``.
    ///
    /// Does nothing if the user has no account.
    package func setBookmarks(_ changes: [Bookmark], of user: User.ID) throws {
        guard !changes.isEmpty, try account(of: user) != nil else { return }
        let prefix = Bookmark.keyPrefix(of: user)
        for change in changes {
            try setPrivateValue(change.stored, forKey: prefix + change.post.description)
        }
        let bookmarks = try bookmarks(of: user)
        guard bookmarks.count > Bookmark.limit else { return }
        let oldest = bookmarks.sorted { ($0.milliseconds, $0.post) < ($1.milliseconds, $1.post) }
        for bookmark in oldest.prefix(bookmarks.count - Bookmark.limit) {
            try setPrivateValue(nil, forKey: prefix + bookmark.post.description)
        }
    }
}
