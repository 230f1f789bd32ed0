import Foundation
import TimelineCore

extension ReadTransaction {
    /// Returns whether a live record references a blob, whether or not it has an effect yet.
    ///
    /// Each part of the query is a single lookup in an index on one blob column, except the last,
    /// which reads the few posts that wait for their author. `UNION ALL` stops at the first row
    /// found.
    func isReferenced(_ blob: BlobID) throws -> Bool {
        try statement(
            """
            SELECT 1 FROM photo WHERE blob = ?1 UNION ALL
            SELECT 1 FROM photo WHERE preview_blob = ?1 UNION ALL
            SELECT 1 FROM user WHERE avatar_blob = ?1 UNION ALL
            SELECT 1 FROM user WHERE avatar_preview_blob = ?1 UNION ALL
            SELECT 1 FROM \(Self.waitingPosts) AND \(connection.dialect.containsBytes("body", "?1"))
            """
        )
        .exists(blob)
    }

    /// Returns a viewer's access to a blob through the first user that `isIncluded` accepts.
    ///
    /// The query reads the users with the blob row by row. The viewer comes first and is always
    /// accepted.
    func access(
        to blob: BlobID,
        for viewer: User.ID?,
        where isIncluded: (User.ID) throws -> Bool
    ) throws -> PhotoAccess? {
        var access: PhotoAccess?
        try statement(Self.accessSQL)
            .scan(blob, viewer) { row in
                let user = row.userID(0)
                guard let mediaType = MediaType(rawValue: row.text(1)),
                    try user == viewer || isIncluded(user)
                else { return true }
                access = PhotoAccess(
                    blob: blob,
                    mediaType: mediaType,
                    byteCount: row.int(2),
                    isPreview: row.bool(3),
                    isOwn: user == viewer
                )
                return false
            }
        return access
    }

    /// The query for the users with the blob `?1` in a visible post or as their avatar, and for its
    /// format and size.
    ///
    /// Rows of the viewer `?2` come first, followed by those of all users. SQLite reads the parts
    /// one after the other and stops as soon as the caller does.
    private static let accessSQL = ["uuid = ?2 AND", ""]
        .flatMap { ofViewer in
            let posts = "JOIN post ON post.id = photo.post JOIN user ON user.id = post.author"
            let jpeg = "'\(MediaType.jpeg.rawValue)'"
            return [
                """
                SELECT uuid, avatar_media_type, avatar_byte_count, 0 FROM user
                WHERE \(ofViewer) avatar_blob = ?1 AND username IS NOT NULL
                """,
                """
                SELECT uuid, media_type, byte_count, 0 FROM photo \(posts)
                WHERE \(ofViewer) photo.blob = ?1 AND username IS NOT NULL
                """,
                """
                SELECT uuid, \(jpeg), preview_byte_count, 1 FROM photo \(posts)
                WHERE \(ofViewer) photo.preview_blob = ?1 AND username IS NOT NULL
                """,
                """
                SELECT uuid, \(jpeg), avatar_preview_byte_count, 1 FROM user
                WHERE \(ofViewer) avatar_preview_blob = ?1 AND username IS NOT NULL
                """,
            ]
        }
        .joined(separator: "\nUNION ALL ")

    /// The tables and conditions for posts that wait for their author.
    private static let waitingPosts = """
        waiting_record CROSS JOIN record ON record.row = waiting_record.record
        WHERE length(dependency) = 16 AND kind = \(RecordKind.postSet.rawValue)
        """

    /// Returns a page of all referenced blobs, in ascending order.
    ///
    /// SQLite merges four sorted ranges of the blob indexes without sorting them again, and stops
    /// at the limit.
    func referencedBlobs(after cursor: BlobID?, limit: Int) throws -> Page<BlobID, BlobID> {
        let shown = try statement(
            """
            SELECT blob FROM photo WHERE blob > ?1 UNION
            SELECT preview_blob FROM photo WHERE preview_blob > ?1 UNION
            SELECT avatar_blob FROM user WHERE avatar_blob > ?1 UNION
            SELECT avatar_preview_blob FROM user WHERE avatar_preview_blob > ?1
            ORDER BY 1 LIMIT ?2
            """
        )
        .all(Data(cursor?.bytes ?? []), max(0, limit)) { $0.blobID(0) }
        let waiting = try statement("SELECT \(RecordColumns.sql) FROM \(Self.waitingPosts)")
            .all(map: VerifiedRecord.init).flatMap(\.blobs)
            .filter { blob in cursor.map { blob > $0 } ?? true }
        return Page(sorting: Set(shown).union(waiting), limit: limit)
    }
}
