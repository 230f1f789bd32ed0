public import TimelineCore

extension RepositoryLaws {
    /// Checks law 2: applying a record again has no effect.
    ///
    /// - Parameter newRepository: A closure that creates an empty repository.
    /// - Throws: ``LawViolation``, which lists all broken rules.
    public static func idempotent(_ newRepository: Maker) throws {
        try check(
            "Law 2, idempotent",
            newRepository,
            [
                "Applying a batch again changes nothing.": batchTwice,
                "A record that is twice in one batch counts once.": repeatedWithinBatch,
                "A reply that is applied twice before its post counts once.": pendingTwice,
            ]
        )
    }

    private static func batchTwice(_ newRepository: Maker) throws {
        let records = try RecordMaker.everyKind()
        let once = try newRepository()
        try once.apply(records)
        let twice = try newRepository()
        try twice.apply(records)
        try twice.apply(records)
        let answers = try SocialAnswers(once, about: .init(of: records))
        try expect(
            answers.difference(from: try .init(twice, about: .init(of: records))),
            equals: nil
        )
    }

    private static func repeatedWithinBatch(_ newRepository: Maker) throws {
        let records = try RecordMaker.everyKind()
        let once = try newRepository()
        try once.apply(records)
        let twice = try newRepository()
        try twice.apply(records.flatMap { [$0, $0] })
        let answers = try SocialAnswers(once, about: .init(of: records))
        try expect(
            answers.difference(from: try .init(twice, about: .init(of: records))),
            equals: nil
        )
    }

    private static func pendingTwice(_ newRepository: Maker) throws {
        let repository = try newRepository()
        var make = RecordMaker()
        let users = [try make.user(.leia, "leia"), try make.user(.han, "han")]
        let post = try make.post(.leia)
        let like = try make.record(.han, .liked(post.post))
        let comment = try make.comment(.han, on: post, "early")
        for _ in 1...2 { try repository.apply([like, comment]) }
        try repository.apply(users + [post])
        let view = try require(try repository.read { try $0.post(post.post, for: .han) })
        try expect(view.likeCount, equals: 1)
        try expect(view.commentCount, equals: 1)
    }
}
