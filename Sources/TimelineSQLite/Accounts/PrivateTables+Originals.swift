import Foundation
import TimelineCore

/// Originals: the files that users shared, where stripping changed them.
///
/// They are keyed by UUID and not tied to an account: imported users have none until they are
/// claimed. A row is private, because its hash identifies a file with metadata; decision 23
/// explains why no shared table may contain it. The engine deletes a row when its user no longer
/// shows the public copy.
extension PrivateTables {
    /// The original behind a public copy, for the user that shared it; one look-up of the primary
    /// key.
    func original(of photo: BlobID, by user: User.ID) throws -> BlobID? {
        try statement("SELECT original FROM original WHERE public = ? AND user = ?")
            .first(photo, user) { $0.blobID(0) } ?? nil
    }

    /// All originals of a user, in ascending order.
    func originals(by user: User.ID) throws -> [BlobID] {
        try statement("SELECT original FROM original WHERE user = ? ORDER BY original")
            .all(user) { $0.blobID(0) }
            .compactMap(\.self)
    }

    /// The users that shared a public copy from a file with metadata: a range of the primary key.
    func usersWithOriginal(of photo: BlobID) throws -> [User.ID] {
        try statement("SELECT user FROM original WHERE public = ? ORDER BY user")
            .all(photo) { $0.userID(0) }
    }

    /// Whether any user's original has this hash; such a blob is referenced, and must not be
    /// removed.
    func isOriginal(_ blob: BlobID) throws -> Bool {
        try statement("SELECT 1 FROM original WHERE original = ?").exists(blob)
    }

    /// One page of the originals of all users, in ascending order.
    ///
    /// Reads the index `original_original` from the cursor to the end of the page.
    ///
    /// - Parameters:
    ///   - cursor: the last original of the page before; `nil` for the first page.
    ///   - limit: the maximum number of originals; a negative number counts as 0.
    /// - Returns: the page; an original of two users is on it once.
    /// - Throws: `DatabaseError`.
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
    /// Of two files of a user with the same public copy, the later one stays.
    ///
    /// - Parameters:
    ///   - original: the file as the user shared it; `nil` deletes the record. Differs from
    ///     `photo`, which the schema checks.
    ///   - photo: the public copy.
    ///   - user: the user that shared it.
    /// - Throws: `DatabaseError`.
    func setOriginal(_ original: BlobID?, of photo: BlobID, by user: User.ID) throws {
        guard let original else {
            try statement("DELETE FROM original WHERE public = ? AND user = ?").run(photo, user)
            return
        }
        try statement("INSERT OR REPLACE INTO original (user, public, original) VALUES (?, ?, ?)")
            .run(user, photo, original)
    }
}
