public import TimelineCore

extension RepositoryLaws {
    /// Checks law 2: applying a change again has no effect.
    ///
    /// - Parameter newRepository: A closure that creates an empty repository.
    /// - Throws: ``LawViolation``, which lists all broken rules.
    public static func idempotent(_ newRepository: Maker) throws {
        try check(
            "Law 2, idempotent",
            newRepository,
            [
                "Applying a batch again changes nothing.": batchTwice,
                "A change that is twice in one batch counts once.": repeatedWithinBatch,
                "A pending change that is applied twice counts once.": pendingTwice,
            ]
        )
    }

    private static func batchTwice(_ newRepository: Maker) throws {
        let changes = try ChangeMaker.everyKind()
        let once = try newRepository()
        try once.apply(changes)
        let twice = try newRepository()
        try twice.apply(changes)
        try twice.apply(changes)
        let answers = try SocialAnswers(once, about: .init(of: changes))
        try expect(
            answers.difference(from: try .init(twice, about: .init(of: changes))),
            equals: nil
        )
    }

    private static func repeatedWithinBatch(_ newRepository: Maker) throws {
        let changes = try ChangeMaker.everyKind()
        let once = try newRepository()
        try once.apply(changes)
        let twice = try newRepository()
        try twice.apply(changes.flatMap { [$0, $0] })
        let answers = try SocialAnswers(once, about: .init(of: changes))
        try expect(
            answers.difference(from: try .init(twice, about: .init(of: changes))),
            equals: nil
        )
    }

    private static func pendingTwice(_ newRepository: Maker) throws {
        let repository = try newRepository()
        var make = ChangeMaker()
        let users = [try make.user(.leia, "leia"), try make.user(.han, "han")]
        let post = make.post(.leia)
        let like = make.change(.han, .liked(post.post))
        let comment = make.comment(.han, on: post, "early")
        for _ in 1...2 { try repository.apply([like, comment]) }
        try repository.apply(users + [post])
        let view = try require(try repository.read { try $0.post(post.post, for: .han) })
        try expect(view.likeCount, equals: 1)
        try expect(view.commentCount, equals: 1)
    }
}
