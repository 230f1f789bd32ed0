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
    /// Returns the originals of a photo or of a user, or the photos of an original.
    ///
    /// The statement reads a range of the primary key or of one of the two indexes.
    func originals(_ selection: Original.Selection) throws -> [Original] {
        let (column, value): (String, any StatementArgument) =
            switch selection {
            case .photo(let photo): ("public", photo)
            case .user(let user): ("user", user)
            case .file(let file): ("original", file)
            }
        return try statement("SELECT user, public, original FROM original WHERE \(column) = ?")
            .all(value) { row in
                guard let photo = row.blobID(1), let file = row.blobID(2) else { return nil }
                return Original(user: row.userID(0), photo: photo, file: file)
            }
    }

    /// Returns one page of all users' originals, in ascending order.
    ///
    /// The statement reads the `original_original` index from the cursor to the end of the page.
    ///
    /// - Parameters:
    ///   - cursor: The last original on the previous page, or `nil` for the first page.
    ///   - limit: The maximum number of originals. Negative numbers are treated as 0.
    /// - Returns: The page. An original that belongs to two users appears only once.
    /// - Throws: A database error.
    func originals(after cursor: BlobID?, limit: Int) throws -> Page<BlobID, BlobID> {
        let originals = try statement(
            """
            SELECT DISTINCT original FROM original WHERE original > ?
            ORDER BY original LIMIT ?
            """
        )
        .all(Data(cursor?.bytes ?? []), max(0, limit)) { $0.blobID(0) }
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
    /// - Throws: A database error.
    func setOriginal(_ original: BlobID?, of photo: BlobID, by user: User.ID) throws {
        guard let original else {
            try statement("DELETE FROM original WHERE public = ? AND user = ?").run(photo, user)
            return
        }
        try statement(
            """
            INSERT INTO original (user, public, original) VALUES (?, ?, ?)
            ON CONFLICT (public, user) DO UPDATE SET original = excluded.original
            """
        )
        .run(user, photo, original)
    }
}
