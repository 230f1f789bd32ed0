import TimelineTestSupport
import TimelineTesting
import TimelineCore

/// Random changes of the derived tables of a store.
struct RandomDamage {
    private let store: RawStore
    private var generator: SplitMix64

    init(to store: RawStore, seed: UInt64) {
        self.store = store
        generator = SplitMix64(seed: seed)
    }

    /// Changes, deletes or adds a random row.
    ///
    /// - Returns: The statement that did it.
    mutating func strike() throws -> String {
        while true {
            let damage = try statement()
            // The schema refuses some statements, and others find no row.
            guard (try? store.execute(damage)) != nil else { continue }
            if try store.number("SELECT changes()") ?? 0 > 0 || damage.contains("_words") {
                return damage
            }
        }
    }

    private mutating func statement() throws -> String {
        let choice = Int.random(in: 0..<100, using: &generator)
        if choice < 8 { return try indexStatement() }
        guard let table = Self.tables.randomElement(using: &generator) else { return "" }
        let rowID = table.key
        let count = try store.number("SELECT count(*) FROM \(table.name)") ?? 0
        guard count > 0 else { return "" }
        let row = """
            (\(rowID)) = (SELECT \(rowID) FROM \(table.name)
                LIMIT 1 OFFSET \(Int.random(in: 0..<count, using: &generator)))
            """
        if choice < 20, table.name != "record" { return "DELETE FROM \(table.name) WHERE \(row)" }
        guard let column = table.columns.randomElement(using: &generator) else { return "" }
        let number = Int.random(in: 1...3, using: &generator)
        let other = """
            (SELECT \(column) FROM \(table.name)
                LIMIT 1 OFFSET \(Int.random(in: 0..<count, using: &generator)))
            """
        let bytes = (0..<5)
            .map { _ in String(UInt64.random(in: 1 << 60 ... .max, using: &generator), radix: 16) }
            .joined()
        let value =
            choice < 35
            ? other
            : """
            CASE typeof(\(column)) WHEN 'integer' THEN abs(\(column) + \(number)) % 9
            WHEN 'text' THEN \(column) || 'x' WHEN 'blob' THEN substr(x'\(bytes)', 1, length(\(column)))
            ELSE \(other) END
            """
        let isStamp = column == "newest_stamp"
        return
            "UPDATE \(table.name) SET \(column) = \(isStamp ? "zeroblob(15)" : value) WHERE \(row)"
    }

    private mutating func indexStatement() throws -> String {
        let number = Int.random(in: 0..<8, using: &generator)
        let statements = [
            "INSERT INTO text_words (rowid, words) VALUES (5, 'stray words')",
            """
            INSERT INTO text_words (text_words, rowid, words)
            SELECT 'delete', doc, group_concat(term, ' ') FROM (
                SELECT doc, term FROM text_vocabulary ORDER BY doc, offset
            ) GROUP BY doc LIMIT 1 OFFSET \(number)
            """,
            """
            INSERT INTO user_search (user_search, rowid, search_key)
            SELECT 'delete', id, search_key FROM user WHERE search_key NOT NULL
            LIMIT 1 OFFSET \(number)
            """, "INSERT INTO user_search (rowid, search_key) VALUES (77, 'someone')",
            "DELETE FROM post_place WHERE id = (SELECT id FROM post_place LIMIT 1 OFFSET \(number))",
            """
            UPDATE post_place SET max_week = max_week + 1
            WHERE id = (SELECT id FROM post_place LIMIT 1 OFFSET \(number))
            """,
            """
            UPDATE post_place SET post = zeroblob(15)
            WHERE id = (SELECT id FROM post_place LIMIT 1 OFFSET \(number))
            """,
            """
            INSERT INTO post_place SELECT NULL, min_latitude, max_latitude, min_longitude,
                max_longitude, min_week, max_week, post, latitude, longitude
            FROM post_place LIMIT 1 OFFSET \(number)
            """,
        ]
        return statements.randomElement(using: &generator) ?? ""
    }

    private struct Table {
        let name: String
        let key: String
        let columns: [String]
    }

    /// The derived tables and their columns, and the columns of records that repeat signed values.
    private static let tables = [
        Table(
            name: "user",
            key: "id",
            columns: [
                "id", "uuid", "is_deleted", "username", "username_stamp", "shown_name",
                "search_key", "display_name", "bio", "url", "avatar_stamp", "avatar_blob",
                "avatar_media_type", "avatar_width", "avatar_height", "avatar_alt",
                "avatar_byte_count", "post_count", "follower_count", "following_count",
                "username_precedence", "arrival", "newest_stamp",
            ]
        ),
        Table(
            name: "post",
            key: "id",
            columns: [
                "id", "author", "caption", "place_name", "latitude", "longitude", "like_count",
                "comment_count", "arrival", "is_news", "edited_at",
            ]
        ),
        Table(
            name: "photo",
            key: "post, position",
            columns: [
                "post", "position", "blob", "media_type", "width", "height", "alt", "byte_count",
            ]
        ),
        Table(
            name: "comment",
            key: "id",
            columns: ["id", "post", "author", "text", "arrival", "post_author"]
        ),
        Table(
            name: "post_like",
            key: "post, user",
            columns: ["post", "user", "stamp", "arrival", "author"]
        ),
        Table(
            name: "follow",
            key: "follower, followed",
            columns: ["follower", "followed", "stamp", "arrival"]
        ),
        Table(
            name: "signing_key",
            key: "user, key, is_root",
            columns: ["user", "key", "is_root", "is_added", "last_stamp"]
        ),
        Table(
            name: "waiting_record",
            key: "record",
            columns: ["record", "dependency"]
        ), Table(name: "post_tag", key: "tag, post, comment", columns: ["tag", "post", "comment"]),
        Table(
            name: "mention",
            key: "name, id, is_comment",
            columns: ["name", "id", "is_comment", "arrival"]
        ), Table(name: "word", key: "text", columns: ["text", "count"]),
        Table(name: "tag", key: "name", columns: ["name", "post_count"]),
        Table(
            name: "record",
            key: "row",
            columns: ["register", "scope", "author", "kind", "time", "stamp", "post"]
        ),
    ]
}
