/// The sentences of the doctor about records and the tables derived from them.
package enum DoctorFindingText {
    /// The maximum number of sentences about one table, because a longer list is not more
    /// informative.
    ///
    /// A repair is not limited.
    package static let limit = 20

    // MARK: Records

    package static func unreadable(_ id: String) -> String { "The record \(id) is damaged." }
    package static func wrongID(_ id: String) -> String {
        "The bytes of the record \(id) do not have this ID."
    }
    package static func unverified(_ id: String) -> String {
        "The signature of the record \(id) is wrong."
    }
    package static func missingKey(_ key: String, of user: String) -> String {
        "The record that adds the key \(key) of \(user) is missing."
    }
    package static func more(_ count: Int, of table: String) -> String {
        "\(count) more rows of the table \(table) are wrong."
    }
    package static func wrongColumns(of id: String) -> String {
        "The table of records lists the record \(id) in a wrong place."
    }

    // MARK: Rows of derived tables

    /// Describes a row of a derived table.
    ///
    /// - Parameters:
    ///   - table: The name of the table.
    ///   - row: The values of its columns, with names instead of the row IDs of users.
    /// - Returns: A noun phrase.
    package static func subject(_ table: String, _ row: [String: String]) -> String {
        func value(_ column: String) -> String { row[column] ?? "" }
        func text(_ id: String, isComment: Bool) -> String {
            (isComment ? "the comment " : "the post ") + id
        }
        return switch table {
        case "user": value("id")
        case "photo": "photo \((Int(value("position")) ?? 0) + 1) of the post \(value("post"))"
        case "post_like": "the like of the post \(value("post")) by \(value("user"))"
        case "follow": "the follow of \(value("followed")) by \(value("follower"))"
        case "signing_key": "the key \(value("key")) of \(value("user"))"
        case "waiting_record": "the wait of a record for \(value("dependency"))"
        case "post_tag":
            "the tag #\(value("tag")) of the post \(value("post"))"
                + (value("comment").isEmpty ? "" : " in the comment \(value("comment"))")
        case "mention":
            "the mention of @\(value("name")) in "
                + text(value("id"), isComment: value("is_comment") == "1")
        case "word": "the word “\(value("text"))”"
        case "tag": "the tag #\(value("name"))"
        default: text(value("id"), isComment: table == "comment")
        }
    }

    package static func missing(_ subject: String) -> String {
        "\(capitalized(subject)) is missing."
    }
    package static func superfluous(_ subject: String) -> String {
        "\(capitalized(subject)) should not be there."
    }
    package static func wrong(
        _ column: String,
        of subject: String,
        _ stored: String?,
        expected: String?
    ) -> String {
        "The \(name(of: column)) of \(subject) is \(quoted(stored)), not \(quoted(expected))."
    }

    private static func name(of column: String) -> String {
        switch column {
        case "shown_name": "displayed username"
        case "search_key": "search key"
        case "count": "number"
        default: column.replacing("_", with: " ")
        }
    }
    private static func quoted(_ value: String?) -> String {
        guard let value else { return "empty" }
        return Int(value) == nil ? "“\(value.prefix(200))”" : value
    }
    package static func sentence(_ fault: String) -> String { capitalized(fault) + "." }
    private static func capitalized(_ text: String) -> String {
        text.prefix(1).uppercased() + text.dropFirst()
    }

    package static let wrongClock = "The counters of the store do not fit its records."

    // MARK: Indexes

    /// Returns whether a sentence of SQLite's own check names an index.
    package static func isAbout(_ index: String, _ sentence: String) -> Bool {
        sentence.hasSuffix("index \(index)")
    }
    package static func damagedIndex(_ name: String) -> String { "the index \(name) is damaged" }
    package static func wrongPlace(_ post: String?) -> String {
        "The place of the post \(post ?? "") is wrong in the index of places."
    }
    package static func wrongWords(since first: String, ofComments isComment: Bool) -> String {
        "The indexed words of the \(isComment ? "comments" : "posts") since \(first) are wrong."
    }
    package static func wrongWords(of id: String?, isComment: Bool) -> String {
        "The indexed words of the \(isComment ? "comment" : "post") \(id ?? "") are wrong."
    }
    package static func wrongNames(of user: String) -> String {
        "The indexed names of \(user) are wrong."
    }

    // MARK: Faults

    package static let clockEmpty = "the counters of the store are missing"
    package static let wrongRejectionCounts = "the numbers of rejected records are wrong"
    package static func missing(_ name: String, _ type: String) -> String {
        "the \(type) \(name) is missing"
    }
    package static func different(_ name: String, _ type: String) -> String {
        "the \(type) \(name) is not that of this program"
    }
    package static func dangling(_ count: Int, in table: String, to parent: String) -> String {
        "\(count) \(table) rows refer to missing rows of \(parent)"
    }
}
