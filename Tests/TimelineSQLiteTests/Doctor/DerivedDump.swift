import Foundation
import TimelineTestSupport

/// The contents of the derived tables of a store, with IDs instead of the row IDs of users.
struct DerivedDump: Equatable {
    /// The rows of each table as JSON, in order and separated by line breaks.
    private var tables: [String: String] = [:]

    /// Reads the tables.
    ///
    /// - Parameters:
    ///   - store: The store.
    ///   - withRows: Whether to include the tables that contain row IDs of records.
    /// - Throws: `RawStore.Failure`.
    init(_ store: RawStore, withRows: Bool = true) throws {
        for (name, columns, source) in Self.queries
        where withRows || !["record", "waiting_record"].contains(name) {
            let row = "SELECT json_array(\(columns)) AS row FROM \(source) ORDER BY 1"
            tables[name] = try store.text("SELECT group_concat(row, char(10)) FROM (\(row))")
        }
    }

    /// Describes the first difference, or returns `nil` if the dumps are equal.
    func difference(from other: DerivedDump) -> String? {
        for (name, _, _) in Self.queries where tables[name] != other.tables[name] {
            let rows = [self, other]
                .map { Set(($0.tables[name] ?? "").split(separator: "\n").map(String.init)) }
            return "\(name): \(rows[0].symmetricDifference(rows[1]).sorted().prefix(4))"
        }
        return nil
    }

    private static func user(_ column: String) -> String {
        "(SELECT hex(uuid) FROM user u WHERE u.id = \(column))"
    }

    private static func photo(_ prefix: String) -> String {
        """
        hex(\(prefix)blob), \(prefix)media_type, \(prefix)width, \(prefix)height, \(prefix)alt,
        hex(\(prefix)thumb_hash), \(prefix)byte_count, hex(\(prefix)preview_blob),
        \(prefix)preview_byte_count
        """
    }

    /// The name, the columns and the source of each dumped table.
    private static let queries = [
        (
            "user",
            """
            hex(uuid), is_deleted, username, hex(username_stamp), shown_name, search_key,
            display_name, bio, url, hex(avatar_stamp), \(photo("avatar_")), post_count,
            follower_count, following_count, hex(username_precedence), arrival
            """,
            """
            user WHERE username NOT NULL OR is_deleted OR bio NOT NULL OR url NOT NULL
                OR display_name NOT NULL OR avatar_stamp NOT NULL
            """
        ),
        (
            "post",
            """
            hex(id), \(user("author")), caption, place_name, latitude, longitude, like_count,
            comment_count, arrival, is_news, edited_at
            """, "post"
        ), ("photo", "hex(post), position, \(photo(""))", "photo"),
        (
            "comment",
            "hex(id), hex(post), \(user("author")), text, arrival, \(user("post_author"))",
            "comment"
        ),
        (
            "post_like", "hex(post), \(user("user")), hex(stamp), arrival, \(user("author"))",
            "post_like"
        ), ("follow", "\(user("follower")), \(user("followed")), hex(stamp), arrival", "follow"),
        ("signing_key", "hex(user), hex(key), is_root, is_added, hex(last_stamp)", "signing_key"),
        ("waiting_record", "hex(dependency), record", "waiting_record"),
        ("post_tag", "tag, hex(post), hex(comment)", "post_tag"),
        ("mention", "name, hex(id), is_comment, arrival", "mention"),
        ("word", "text, count", "word"), ("tag", "name, post_count", "tag"),
        ("text_words", "term, doc, offset", "text_vocabulary"),
        ("user_search", "term, \(user("doc")), offset", "name_vocabulary"),
        (
            "post_place",
            """
            hex(post), min_latitude, max_latitude, min_longitude, max_longitude, min_week,
            max_week, latitude, longitude
            """, "post_place"
        ),
        (
            "record",
            "row, hex(register), hex(scope), hex(author), kind, time, hex(stamp), hex(post)",
            "record"
        ),
    ]
}

extension RawStore {
    /// Makes the trigrams of users readable, and stops checking references.
    func prepareForDamage() throws {
        try execute(
            """
            PRAGMA foreign_keys = OFF;
            CREATE VIRTUAL TABLE temp.name_vocabulary USING fts5vocab (main, user_search, instance);
            """
        )
    }
}
