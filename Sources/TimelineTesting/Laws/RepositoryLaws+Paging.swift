public import TimelineCore

extension RepositoryLaws {
    /// Checks that consecutive small pages contain the same items as one large page.
    ///
    /// - Parameter newRepository: A closure that creates an empty repository.
    /// - Throws: ``LawViolation``, which lists all broken rules.
    public static func paging(_ newRepository: Maker) throws {
        try check(
            "Paging",
            newRepository,
            [
                "Pages of referenced blobs are ascending, and contain each blob once.": blobPages
            ]
        )
    }

    private static func blobPages(_ newRepository: Maker) throws {
        let repository = try newRepository()
        var make = RecordMaker()
        let leia = try make.user(.leia, "leia")
        // The posts of han are pending, because this user has no username.
        let posts = try (1...12)
            .map { try make.post($0 % 3 == 0 ? .han : .leia, "", photo: $0 % 8) }
        try repository.apply([leia] + posts)
        let expected = Set(posts.flatMap(\.blobs)).sorted()
        try expect(expected.count > 6)
        try repository.read { reader throws in
            for limit in 1...4 {
                let pages = try pages { try reader.referencedBlobs(after: $0, limit: limit) }
                try expect(pages.flatMap(\.items), equals: expected)
                try expect(pages.allSatisfy { $0.items.count <= limit })
            }
        }
    }

    /// Reads all pages, up to a limit of 5,000, so that a cursor that moves backwards ends in a
    /// violation.
    private static func pages<Item, Cursor>(
        _ read: (Cursor?) throws -> Page<Item, Cursor>
    ) throws -> [Page<Item, Cursor>] {
        var pages = [try read(nil)]
        while let cursor = pages.last?.next {
            try expect(pages.count < 5000)
            pages.append(try read(cursor))
        }
        return pages
    }
}
