/// A column of the shared tables that contains stamps.
///
/// ``all`` lists every such column. The audit of the newest stamps and the repair of stamps from
/// the future use this list, so a new column with stamps must be added here, and only here.
struct StampColumn {
    /// The name of the table.
    let table: String
    /// The name of the column.
    let name: String
    /// An SQL expression for the row ID of the user who wrote the stamp in a row.
    let author: String
    /// An SQL condition that selects the rows written by the user with the row ID `?1`.
    let authorCondition: String
    /// Whether the stamp is the primary key of a post or comment, to which other tables refer.
    let isID: Bool

    private init(
        _ table: String,
        _ name: String,
        author: String,
        authorCondition: String? = nil,
        isID: Bool = false
    ) {
        self.table = table
        self.name = name
        self.author = author
        self.authorCondition = authorCondition ?? "\(author) = ?1"
        self.isID = isID
    }

    /// Every column with stamps.
    static let all: [StampColumn] =
        [
            StampColumn("post", "id", author: "author", isID: true),
            StampColumn("post", "caption_stamp", author: "author"),
            StampColumn("post", "place_stamp", author: "author"),
            StampColumn(
                "photo",
                "alt_stamp",
                author: "(SELECT author FROM post WHERE id = photo.post)",
                authorCondition: "post IN (SELECT id FROM post WHERE author = ?1)"
            ),
            StampColumn("comment", "id", author: "author", isID: true),
            StampColumn("post_like", "stamp", author: "user"),
            StampColumn("follow", "stamp", author: "follower"),
        ] + SharedTables.registers.map { StampColumn("user", "\($0)_stamp", author: "id") }
}
