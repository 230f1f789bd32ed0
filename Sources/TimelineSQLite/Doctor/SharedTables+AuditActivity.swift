import TimelineCore

extension SharedTables {
    /// Compares the columns by which activity is found with the posts and comments that they follow
    /// from.
    ///
    /// - Parameter isRepairing: whether to correct them; needs a write transaction.
    /// - Returns: the mismatches before any repair.
    /// - Throws: `DatabaseError`.
    func auditActivity(repairing isRepairing: Bool) throws -> [ValueMismatch] {
        try [
            auditActivity(
                DoctorText.authorsOfLikedPosts,
                isRepairing,
                in: "post_like",
                "author",
                follows: "(SELECT p.author FROM post p WHERE p.id = post_like.post)"
            ),
            auditActivity(
                DoctorText.authorsOfCommentedPosts,
                isRepairing,
                in: "comment",
                "post_author",
                follows: "(SELECT p.author FROM post p WHERE p.id = comment.post)"
            ),
            // A mention without a text is a finding of its own.
            auditActivity(
                DoctorText.arrivalsOfMentions,
                isRepairing,
                in: "mention",
                "arrival",
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

    /// Compares a column of a table with the value that it follows from.
    private func auditActivity(
        _ subject: String,
        _ isRepairing: Bool,
        in table: String,
        _ column: String,
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
