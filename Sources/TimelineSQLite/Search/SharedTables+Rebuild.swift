import TimelineCore

extension SharedTables {
    /// Rebuilds the search, tag, mention and place indexes from posts and comments.
    ///
    /// Migrations also call this method, so it uses the tables of version 8.
    func rebuildSearchIndexes() throws {
        for table in ["word", "post_tag", "tag", "mention"] {
            try statement("DELETE FROM \(table)").run()
        }
        try statement("INSERT INTO text_words (text_words) VALUES ('delete-all')").run()
        var words = WordCounts()
        // All tags have been deleted, so treat every post as new.
        var tags = TagChanges(isNewPost: { _ in true })
        for isComment in [false, true] {
            try forEachTextRow(ofComments: isComment) { texts in
                let changes = texts.map { text in
                    ChangedText(id: text.id, previous: nil, current: text.indexed)
                }
                let row = Self.words(of: changes.map { ($0.id, $0.currentWords) })
                try insertWords(row, at: texts[0].id.rowID)
                for change in changes {
                    words.add(change)
                    try writeEntities(of: change, &tags)
                }
            }
        }
        try write(words)
        try write(tags)
        try rebuildPlaces()
    }

    /// Rebuilds the R-tree, after reading the positions of all posts into memory.
    private func rebuildPlaces() throws {
        try statement("DELETE FROM post_place").run()
        let posts: [(Post.ID, Coordinate?)] = try statement(
            "SELECT id, latitude, longitude FROM post WHERE latitude IS NOT NULL"
        )
        .all { ($0.id(0), Coordinate($0, at: 1)) }
        for (id, coordinate) in posts { try insertPlace(of: id, coordinate) }
    }
}
