import Foundation
import TimelineCore

/// Access to originals: photo files as their users uploaded them, if they differ from the public
/// copies.
///
/// Originals are keyed by UUID and do not depend on an account, because imported users have no
/// account until they are claimed. The rows are private, because the hash identifies a file that
/// contains metadata. Decision 23 explains why no shared table may contain this hash. The engine
/// deletes a row when its user no longer shows the public copy.
extension PrivateTables {
    /// Returns the original of a photo that the given user shared, or `nil` if none is recorded.
    ///
    /// The statement is a single lookup of the primary key.
    func original(of photo: BlobID, by user: User.ID) throws -> BlobID? {
        try statement("SELECT original FROM original WHERE public = ? AND user = ?")
            .first(photo, user) { $0.blobID(0) } ?? nil
    }

    /// Returns all of a user's originals, in ascending order.
    func originals(by user: User.ID) throws -> [BlobID] {
        try statement("SELECT original FROM original WHERE user = ? ORDER BY original")
            .all(user) { $0.blobID(0) }
            .compactMap(\.self)
    }

    /// Returns the public copies of a user's file, in ascending order.
    ///
    /// The statement reads a range of the `original_original` index, which contains all columns. The
    /// user has many more originals than the file has copies.
    func photos(withOriginal original: BlobID, by user: User.ID) throws -> [BlobID] {
        try statement(
            """
            SELECT public FROM original INDEXED BY original_original
            WHERE original = ? AND user = ? ORDER BY public
            """
        )
        .all(original, user) { $0.blobID(0) }
        .compactMap(\.self)
    }

    /// Returns the users with an original of the given public copy.
    ///
    /// The statement reads a range of the primary key.
    func usersWithOriginal(of photo: BlobID) throws -> [User.ID] {
        try statement("SELECT user FROM original WHERE public = ? ORDER BY user")
            .all(photo) { $0.userID(0) }
    }

    /// Returns whether the given blob is any user's original.
    ///
    /// Such a blob is referenced and must not be removed.
    func isOriginal(_ blob: BlobID) throws -> Bool {
        try statement("SELECT 1 FROM original WHERE original = ?").exists(blob)
    }

    /// Returns one page of all users' originals, in ascending order.
    ///
    /// The statement reads the `original_original` index from the cursor to the end of the page.
    ///
    /// - Parameters:
    ///   - cursor: The last original on the previous page, or `nil` for the first page.
    ///   - limit: The maximum number of originals. Negative numbers are treated as 0.
    /// - Returns: The page. An original that belongs to two users appears only once.
    /// - Throws: `SQLiteError`.
    func originals(after cursor: BlobID?, limit: Int) throws -> Page<BlobID, BlobID> {
        let originals = try statement(
            """
            SELECT DISTINCT original FROM original WHERE original > ?
            ORDER BY original LIMIT ?
            """
        )
        .all(cursor?.bytes ?? Data(), max(0, limit)) { $0.blobID(0) }
        .compactMap(\.self)
        return Page(sorting: originals, limit: limit)
    }

    /// Records an original, or deletes its record.
    ///
    /// If a user shares two files with the same public copy, the later file replaces the earlier
    /// one.
    ///
    /// - Parameters:
    ///   - original: The file as the user uploaded it, or `nil` to delete the record. The schema
    ///     rejects an original that equals `photo`.
    ///   - photo: The public copy.
    ///   - user: The user that shared the file.
    /// - Throws: `SQLiteError`.
    func setOriginal(_ original: BlobID?, of photo: BlobID, by user: User.ID) throws {
        guard let original else {
            try statement("DELETE FROM original WHERE public = ? AND user = ?").run(photo, user)
            return
        }
        try statement("INSERT OR REPLACE INTO original (user, public, original) VALUES (?, ?, ?)")
            .run(user, photo, original)
    }
}
