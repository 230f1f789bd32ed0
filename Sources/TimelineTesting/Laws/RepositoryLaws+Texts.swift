public import TimelineCore

extension RepositoryLaws {
    /// Checks that texts are returned exactly as they were written, byte for byte.
    ///
    /// - Parameter newRepository: A closure that creates an empty repository.
    /// - Throws: ``LawViolation``, which lists all broken rules.
    public static func texts(_ newRepository: Maker) throws {
        try check(
            "Texts",
            newRepository,
            [
                "Captions, comments and profile fields are returned byte for byte.": allFields
            ]
        )
    }

    private static func allFields(_ newRepository: Maker) throws {
        let texts = [
            "", " ", "two\r\nlines", "e\u{301}", "é", "👩‍👩‍👧", "\u{202E}abc", "'; DROP TABLE post; --",
            "%_\\",
        ]
        for text in texts { try allFields(newRepository, text: text) }
    }

    private static func allFields(_ newRepository: Maker, text: String) throws {
        let repository = try newRepository()
        var make = ChangeMaker()
        let post = make.post(.leia, text)
        let comment = make.comment(.leia, on: post, text)
        let update = ProfileUpdate(displayName: .set(text), bio: .set(text), url: .set(text))
        try repository.apply([
            try make.user(.leia, "leia"), post, comment,
            make.change(.leia, .profileUpdated(update)),
        ])
        try repository.apply([post, comment])
        try repository.read { reader throws in
            let view = try require(try reader.post(post.post, for: nil))
            let comment = try require(try reader.comment(comment.comment))
            let user = view.author
            for stored in [view.caption, comment.text, user.displayName, user.bio, user.url] {
                try expect(stored.map { Array($0.utf8) }, equals: Array(text.utf8))
            }
        }
    }
}
