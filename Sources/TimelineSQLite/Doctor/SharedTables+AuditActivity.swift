import TimelineCore

extension SharedTables {
    /// Compares the columns that activity queries use with the posts and comments from which they
    /// are derived.
    ///
    /// - Parameter isRepairing: Whether to correct the columns, which requires a write transaction.
    /// - Returns: The mismatches found before any repair.
    /// - Throws: `SQLiteError`.
    func auditActivity(repairing isRepairing: Bool) throws -> [ValueMismatch] {
        try [
            auditActivity(
                DoctorText.authorsOfLikedPosts,
                repairing: isRepairing,
                table: "post_like",
                column: "author",
                follows: "(SELECT p.author FROM post p WHERE p.id = post_like.post)"
            ),
            auditActivity(
                DoctorText.authorsOfCommentedPosts,
                repairing: isRepairing,
                table: "comment",
                column: "post_author",
                follows: "(SELECT p.author FROM post p WHERE p.id = comment.post)"
            ),
            // A mention without a text is reported by the audit of the indexes.
            auditActivity(
                DoctorText.arrivalsOfMentions,
                repairing: isRepairing,
                table: "mention",
                column: "arrival",
                follows: """
                    ifnull(iif(mention.is_comment,
                        (SELECT c.arrival FROM comment c WHERE c.id = mention.id),
                        (SELECT iif(p.is_news, p.arrival, 0) FROM post p WHERE p.id = mention.id)
                    ), mention.arrival)
                    """
            ),
        ]
        .compactMap(\.self)
    }

    /// Compares a column with the value from which it is derived.
    private func auditActivity(
        _ subject: String,
        repairing isRepairing: Bool,
        table: String,
        column: String,
        follows value: String
    ) throws -> ValueMismatch? {
        let isWrong = "\(column) IS NOT \(value)"
        let count =
            try statement("SELECT count(*) FROM \(table) WHERE \(isWrong)").first { $0.int(0) } ?? 0
        guard count > 0 else { return nil }
        if isRepairing {
            try statement("UPDATE \(table) SET \(column) = \(value) WHERE \(isWrong)").run()
        }
        return ValueMismatch(
            subject: subject,
            stored: DoctorText.wrong(count),
            expected: DoctorText.wrong(0)
        )
    }
}
