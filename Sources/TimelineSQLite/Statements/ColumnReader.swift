import Foundation
import GRDB
import TimelineCore

/// A row whose columns are read by their places, whichever way a statement came to it.
protocol ColumnReader {
    /// The integer in a column, 0 for `NULL`.
    func int(_ index: Int32) -> Int64
    /// The text in a column.
    func text(_ index: Int32) -> String?
    /// Whether a column is `NULL`.
    func isNull(_ index: Int32) -> Bool
    /// The bytes in a column, none for `NULL`.
    func data(_ index: Int32) -> Data
    /// The digest in a column; `nil` when there is none.
    func blob(_ index: Int32) -> BlobID?
}

extension HotRow: ColumnReader {}

extension Row: ColumnReader {
    func int(_ index: Int32) -> Int64 { self[Int(index)] ?? 0 }

    func text(_ index: Int32) -> String? { self[Int(index)] }

    func isNull(_ index: Int32) -> Bool { hasNull(atIndex: Int(index)) }

    func data(_ index: Int32) -> Data { self[Int(index)] ?? Data() }

    func blob(_ index: Int32) -> BlobID? { BlobID(bytes: data(index)) }
}

extension User {
    /// The columns that a user is read from, of a table named `u`.
    static let columns = """
        u.uuid, u.shown_name, u.display_name, u.bio, u.url, u.avatar_blob, u.avatar_media_type,
        u.avatar_width, u.avatar_height, u.avatar_alt, u.avatar_thumb_hash
        """

    /// The number of ``columns``.
    static let columnCount = 11

    /// Reads a user from ``columns``, the first of which is at `index`.
    init(_ row: some ColumnReader, at index: Int32) {
        self.init(
            id: User.ID(data: row.data(index)),
            username: row.text(index + 1) ?? "",
            displayName: row.text(index + 2),
            bio: row.text(index + 3),
            url: row.text(index + 4),
            avatar: Photo(row, at: index + 5)
        )
    }

    /// Reads a user from the first columns.
    init(row: Row) {
        self.init(row, at: 0)
    }
}

extension Photo {
    /// Reads a photo from six columns: bytes' name, kind, width, height, description and ThumbHash, the first at
    /// `index`.
    init?(_ row: some ColumnReader, at index: Int32) {
        guard let type = row.text(index + 1).flatMap(MediaType.init(rawValue:)),
            let blob = row.blob(index)
        else { return nil }
        self.init(
            blob: blob,
            mediaType: type,
            width: Int(row.int(index + 2)),
            height: Int(row.int(index + 3)),
            alt: row.text(index + 4),
            thumbHash: row.isNull(index + 5) ? nil : row.data(index + 5)
        )
    }
}
