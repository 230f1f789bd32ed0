public import TimelineCore

extension RepositoryLaws {
    /// Checks that the search index reflects deletions and edits.
    ///
    /// - Parameter newRepository: A closure that creates an empty repository.
    /// - Throws: ``LawViolation``, which lists all broken rules.
    public static func search(_ newRepository: Maker) throws {
        try check(
            "Search",
            newRepository,
            [
                "Deleted texts and the previous versions of edited texts are not found.":
                    deletedTexts,
                "The place and the descriptions of a post are found like its caption.": details,
            ]
        )
    }

    private static func deletedTexts(_ newRepository: Maker) throws {
        let repository = try newRepository()
        var make = RecordMaker()
        make.step = 0
        let posts = try ["one sun", "two sun", "three sun"].map { try make.post(.leia, $0) }
        let comment = try make.comment(.leia, on: posts[0], "sun too")
        try repository.apply([try make.user(.leia, "leia")] + posts + [comment])
        func matches() throws -> [TextID] {
            try repository.read { reader in
                let pattern = try TextQuery("sun").pattern(expand: reader.words)
                return try pattern.map {
                    try reader.texts(matching: $0, before: .max, from: .min, limit: 9)
                } ?? []
            }
        }
        try expect(matches().count, equals: 4)
        try repository.apply([
            try make.record(.leia, .postEdited(posts[1].post, PostEdit(caption: "moon")))
        ])
        try expect(
            matches(),
            equals: [.comment(comment.comment), .caption(posts[2].post), .caption(posts[0].post)]
        )
        try repository.apply([try make.record(.leia, .postDeleted(posts[0].post))])
        try expect(matches(), equals: [.caption(posts[2].post)])
        try repository.apply([try make.left(.leia)])
        try expect(matches(), equals: [])
        try expect(repository.read { try $0.words(startingWith: "", limit: 9) }, equals: [])
        try expect(repository.audit(repairing: false).isEmpty)
    }

    private static func details(_ newRepository: Maker) throws {
        let repository = try newRepository()
        var make = RecordMaker()
        make.step = 0
        let photos = (1...2).map { TestPhotos.photo(seed: $0, alt: "photo \($0) of @leia #snow") }
        let place = Place(name: "Echo base")
        let content = Post.Content(caption: "on Hoth", photos: photos, place: place)
        let post = try make.record(.leia, .postAdded(content))
        let other = try make.post(.leia, "base camp", photo: 3)
        try repository.apply([try make.user(.leia, "leia"), post, other])
        func posts(_ text: String) throws -> Set<TextID> {
            try repository.read { reader in
                let pattern = try TextQuery(text).pattern(expand: reader.words)
                return Set(
                    try pattern.map {
                        try reader.texts(matching: $0, before: .max, from: .min, limit: 9)
                    } ?? []
                )
            }
        }
        let id = TextID.caption(post.post)
        let both: Set = [id, .caption(other.post)]
        let first: [(String, Set<TextID>)] = [
            ("hoth", [id]), ("echo", [id]), ("\"echo base\"", [id]), ("bas*", both),
            ("hoth photo base", [id]), ("\"photo 2\"", [id]), ("camp", both.subtracting([id])),
        ]
        for (text, expected) in first { try expect(posts(text), equals: expected, text) }
        try repository.read { reader in
            // Only captions and comments have tags and mentions.
            try expect(reader.tags(startingWith: "", limit: 9).isEmpty)
            try expect(reader.texts(mentioning: "leia", before: .max, limit: 9).isEmpty)
        }
        try repository.apply([
            try make.record(
                .leia,
                .postEdited(post.post, PostEdit(place: .set(Place(name: "Endor"))))
            ),
            try make.record(.leia, .postEdited(post.post, PostEdit(alts: [0: "ewoks"]))),
            try make.record(.leia, .postEdited(post.post, PostEdit(alts: [1: nil]))),
        ])
        let edited: [(String, Set<TextID>)] = [
            ("endor ewoks hoth", [id]), ("echo", []), ("photo", []),
            ("base", both.subtracting([id])),
        ]
        for (text, expected) in edited { try expect(posts(text), equals: expected, text) }
        try expect(repository.audit(repairing: false).isEmpty)
        try repository.apply([try make.record(.leia, .postDeleted(post.post))])
        try expect(posts("endor"), equals: [])
        try expect(repository.audit(repairing: false).isEmpty)
    }
}
