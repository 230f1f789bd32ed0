import TimelineCore

/// A table that a copy of a store contains, row by row.
///
/// The tables are the same in all databases, and so are their rows: a copy has the row IDs and the
/// arrival numbers of its source. What databases do not share is not copied: the clock and the batches,
/// from which arrival numbers come, the indexes of words, names and places, which are built again, and
/// leases and outcomes, which concern running processes only.
package struct CopiedTable: Sendable {
    /// The name of the table.
    package let name: String
    /// The columns or expressions that identify a row, by which the table has an index.
    let key: [TableColumn]

    private init(_ name: String, _ key: TableColumn...) { (self.name, self.key) = (name, key) }

    /// All copied tables, each after those to which its rows refer.
    package static let all = shared + privateTables

    private static let shared = [
        CopiedTable("record", .integer("row")), CopiedTable("damaged_record", .integer("row")),
        CopiedTable("signing_key", .bytes("user"), .bytes("key"), .truth("is_root")),
        CopiedTable("user", .integer("id")),
        CopiedTable("follow", .integer("follower"), .integer("followed")),
        CopiedTable("post", .bytes("id")),
        CopiedTable("photo", .bytes("post"), .integer("position")),
        CopiedTable("deleted_post", .bytes("id")), CopiedTable("comment", .bytes("id")),
        CopiedTable("post_like", .bytes("post"), .integer("user")),
        CopiedTable("waiting_record", .integer("record")), CopiedTable("word", .text("text")),
        CopiedTable("post_tag", .text("tag"), .bytes("post"), .bytes("comment")),
        CopiedTable("tag", .text("name")),
        CopiedTable("mention", .text("name"), .bytes("id"), .truth("is_comment")),
    ]

    /// The tables that the doctor examines, with PostgreSQL's indexes of words and places, as
    /// ``Schema/comparedIndexes`` creates them.
    static let examined =
        shared + privateTables.filter { $0.name == "account" } + [
            CopiedTable("indexed_text", .bytes("id"), .truth("is_comment")),
            CopiedTable("post_cell", .integer("cell"), .bytes("post")),
        ]

    private static let privateTables = [
        CopiedTable("account", .bytes("user")), CopiedTable("session", .bytes("id")),
        CopiedTable("restriction", .bytes("user"), .integer("kind"), .bytes("other")),
        CopiedTable(
            "peer",
            .bytes("owner"),
            .bytes("coalesce(user, x'')"),
            .text("coalesce(target, '')")
        ),
        CopiedTable("rejection", .bytes("record")),
        CopiedTable("rejection_count", .bytes("author"), .integer("reason")),
        CopiedTable("blob_mark", .integer("mark"), .bytes("blob")),
        CopiedTable("original", .bytes("public"), .bytes("user")),
        CopiedTable("private_value", .text("key")),
    ]

    /// A query for the rows, of which what shows a count is complete (`CountParts.swift`).
    ///
    /// - Parameters:
    ///   - columns: The columns.
    ///   - connection: The connection to the store.
    ///   - isForDoctor: Whether words and tags with a count of less than 0 are included.
    /// - Returns: The query.
    func query(
        _ columns: [TableColumn],
        in connection: any SQLConnection,
        forDoctor isForDoctor: Bool = false
    ) -> String {
        let dialect = connection.dialect
        let counts = DerivedTable.all.first { $0.name == name }?.counts ?? []
        let names = columns.map(\.name)
        let list = names.joined(separator: ", ")
        switch (dialect, name) {
        case (.postgres, "user"), (.postgres, "post"):
            let complete = names.map { counts.contains($0) ? dialect.count($0, of: name) : $0 }
            return "SELECT \(complete.joined(separator: ", ")) FROM \(name) \(name.prefix(1))"
        case (.postgres, "word"), (.postgres, "tag"):
            let counted = dialect.counted(
                name,
                key[0].name,
                counts[0],
                totals: isForDoctor ? "<> 0" : "> 0"
            )
            return "SELECT \(list) FROM (\(counted)) names"
        case (.postgres, "indexed_text"):
            return """
                SELECT \(list) FROM (
                    SELECT id, is_comment, \(TokenizedText.listSQL) AS words
                    FROM text_word GROUP BY id, is_comment
                ) texts
                """
        case (.sqlite, _), (.postgres, _): return "SELECT \(list) FROM \(name)"
        }
    }

    /// The key as a list in SQL, with `suffix` after each part.
    func keyList(_ suffix: String = "") -> String {
        key.map { $0.name + suffix }.joined(separator: ", ")
    }

    /// A condition for rows with a key above the given parameters.
    var isAbove: String {
        key.count == 1
            ? "\(keyList()) > ?"
            : "(\(keyList())) > (\(key.map { _ in "?" }.joined(separator: ", ")))"
    }
}

extension TableColumn {
    fileprivate static func integer(_ name: String) -> TableColumn { TableColumn(name, .integer) }
    fileprivate static func truth(_ name: String) -> TableColumn { TableColumn(name, .truth) }
    fileprivate static func text(_ name: String) -> TableColumn { TableColumn(name, .text) }
    fileprivate static func bytes(_ name: String) -> TableColumn { TableColumn(name, .bytes) }
}
