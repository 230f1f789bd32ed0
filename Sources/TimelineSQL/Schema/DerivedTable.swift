/// A table that follows from the live records, so that the doctor can compute it again.
///
/// A row is identified by the primary key of its table.
package struct DerivedTable {
    /// The name of the table.
    package let name: String
    /// The columns that are changed only by steps, so that a wrong number stays wrong by the same
    /// difference until it is repaired.
    var counts: [String] = []
    /// The columns that do not follow from the live records alone.
    var ignored: [String] = []
    /// The table of the scratch database that lists the keys of wrong rows.
    var wrong: String { "wrong_\(name)" }

    /// All derived tables except the indexes of words, names and places, which databases do not share:
    /// SQLite's `text_words`, `user_search` and `post_place`, and ``postgresIndexes``.
    ///
    /// `deleted_post` is not among them: it tells caches what has been deleted. Neither is `clock`,
    /// whose numbers never go back.
    ///
    /// A repair goes through the tables in this order.
    package static let all = [
        DerivedTable(name: "signing_key"),
        DerivedTable(
            name: "user",
            counts: ["post_count", "follower_count", "following_count"],
            ignored: ["newest_stamp"]
        ),
        DerivedTable(name: "post", counts: ["like_count", "comment_count"]),
        DerivedTable(name: "photo"), DerivedTable(name: "comment"), DerivedTable(name: "post_like"),
        DerivedTable(name: "follow"), DerivedTable(name: "waiting_record"),
        DerivedTable(name: "post_tag"), DerivedTable(name: "mention"),
        DerivedTable(name: "word", counts: ["count"]),
        DerivedTable(name: "tag", counts: ["post_count"]),
    ]

    /// PostgreSQL's indexes of words and places, as ``Schema/comparedIndexes`` creates them.
    static let postgresIndexes = [
        DerivedTable(name: "indexed_text"), DerivedTable(name: "post_cell"),
    ]
}
