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
        var make = RecordMaker()
        let post = try make.post(.leia, text)
        // Only captions may be blank, and URLs begin with a host.
        let (filled, url) = ("a " + text, "https://example.org/" + text)
        let reply = try make.comment(.leia, on: post, filled)
        let update = ProfileUpdate(displayName: .set(filled), bio: .set(filled), url: .set(url))
        let profile = try [make.user(.leia, "leia")] + make.profile(.leia, update)
        try repository.apply(profile + [post, reply])
        try repository.apply([post, reply])
        try repository.read { reader throws in
            let view = try require(try reader.post(post.post, for: nil))
            let user = view.author
            let stored = [
                (view.caption, text), (user.displayName, filled), (user.bio, filled),
                (user.url, url), (try reader.comment(reply.comment)?.text, filled),
            ]
            for (stored, text) in stored {
                try expect(stored.map { Array($0.utf8) }, equals: Array(text.utf8))
            }
        }
    }
}
