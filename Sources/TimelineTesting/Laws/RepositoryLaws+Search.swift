import TimelineCore

extension RepositoryLaws {
    /// Checks that the search index reflects deletions and edits.
    ///
    /// - Parameter newRepository: A closure that creates an empty repository.
    /// - Throws: ``LawViolation``, which lists all broken rules.
    static func search(_ newRepository: Maker) throws {
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
        try repository.apply([try make.accountDeleted(.leia)])
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

extension RepositoryLaws {
    /// Checks that a search for users matches every part of every name, and nothing else.
    ///
    /// - Parameter newRepository: A closure that creates an empty repository.
    /// - Throws: ``LawViolation``, which lists all broken rules.
    static func userSearch(_ newRepository: Maker) throws {
        try check(
            "User search",
            newRepository,
            [
                "A search finds every part of every name, and nothing else, in pages of any length.":
                    partsOfNames
            ]
        )
    }

    private static let letters = Array("abcé\u{1F1E9}\"*'-. ")

    private static func word(_ count: Int, using random: inout SplitMix64) -> String {
        String((0..<count).map { _ in letters[Int.random(in: 0..<letters.count, using: &random)] })
    }

    /// Returns records that add enough users for the search to use its index, and that rename and
    /// remove some of them.
    private static func records(_ random: inout SplitMix64) throws -> [VerifiedRecord] {
        var make = RecordMaker()
        var records: [VerifiedRecord] = []
        for number in 0..<900 {
            let user = User.ID(number: UInt16(number))
            var update = ProfileUpdate(username: try Username("user_\(number * 7919 % 900)"))
            update.displayName = .set(
                "x" + word(.random(in: 0..<9, using: &random), using: &random) + "x"
            )
            records += try make.profile(user, update)
        }
        for number in 0..<90 {
            let update = ProfileUpdate(
                username: try Username("abc_\(number)"),
                displayName: number.isMultiple(of: 2)
                    ? .cleared : .set(word(5, using: &random) + "a")
            )
            records += try make.profile(User.ID(number: UInt16(number * 10)), update)
            guard number.isMultiple(of: 5) else { continue }
            let other = User.ID(number: UInt16(number * 10 + 1))
            records.append(try make.accountDeleted(other))
        }
        return records
    }

    /// Returns the matches on all pages.
    private static func pages(
        matching text: String,
        in reader: any SocialReader,
        limit: Int
    ) throws -> [User.ID] {
        var hits: [User] = []
        while true {
            let page = try reader.users(
                UserQuery(matching: text, after: hits.last?.username, limit: limit)
            )
            hits += page
            if page.count < limit { return hits.map(\.id) }
        }
    }

    private static func partsOfNames(_ newRepository: Maker) throws {
        var random = SplitMix64(seed: 5)
        let repository = try newRepository()
        try repository.apply(try Self.records(&random))
        try repository.read { reader in
            let everyone = try reader.users(UserQuery(limit: .max))
            try expect(everyone.count > 880)
            var hits = 0
            for _ in 0..<120 {
                let names = ["a", "us", "user_8", "abc", "abc_1", "c_", "ser_10"]
                let text =
                    Bool.random(using: &random)
                    ? Self.word(.random(in: 1..<6, using: &random), using: &random)
                    : names.randomElement(using: &random) ?? ""
                let part = UserQuery.searchKey(text)
                let expected = everyone.filter { user in
                    UserQuery.searchKey(user.username, user.displayName).utf8.contains(part.utf8)
                }
                let first = expected.filter { $0.username.utf8.starts(with: part.utf8) }
                let ordered = first + expected.filter { !first.contains($0) }
                hits += expected.isEmpty ? 0 : 1
                let limit = Int.random(in: 20..<200, using: &random)
                let actual = try Self.pages(matching: text, in: reader, limit: limit)
                try expect(actual, equals: ordered.map(\.id), text.debugDescription)
            }
            try expect((30..<115).contains(hits))
            try expect(Self.pages(matching: "abc_8", in: reader, limit: 3).count, equals: 11)
        }
    }
}
