import Foundation
import TimelineCore

extension RepositoryLaws {
    /// Checks law 1: a batch is applied either completely or not at all.
    ///
    /// - Parameter newRepository: A closure that creates an empty repository.
    /// - Throws: ``LawViolation``, which lists all broken rules.
    static func atomic(_ newRepository: Maker) throws {
        try check(
            "Law 1, atomic",
            newRepository,
            [
                "A batch arrives in one commit.": oneCommit,
                "A draft that throws writes nothing.": throwingDraft,
                "A draft reads the stored data, and apply returns its records.":
                    draftReadsAndReturns,
                "An account and its user are written together or not at all.": accountWithUser,
                "Private data is not deleted when the draft throws.": throwingRemoval,
            ]
        )
    }

    private static func oneCommit(_ newRepository: Maker) throws {
        let repository = try newRepository()
        var make = RecordMaker()
        let post = try make.post(.leia)
        let records = [
            try make.user(.leia, "leia"), try make.user(.han, "han"), post,
            try make.comment(.han, on: post, "yes"), try make.record(.han, .liked(post.post)),
        ]
        let before = try repository.epoch()
        let batch = try ValidatedBatch(certifying: records)
        try repository.apply(batch)
        let after = try repository.epoch()
        try expect(after > before)
        // All records have the arrival number of the commit.
        for epochs in [after...after, before + 1...after] {
            let arrived = try repository.read { try $0.records(addedIn: epochs, limit: .max) }
            try expect(Set(arrived.map(\.id)), equals: Set(batch.records.map(\.id)))
        }
    }

    private static func throwingDraft(_ newRepository: Maker) throws {
        let repository = try newRepository()
        try expect(throws: Rollback()) {
            try repository.apply { _ in throw Rollback() }
        }
        try expect(repository.read { try $0.newestStamp(of: nil) }, equals: .min)

        // This draft writes before it throws.
        let account = try Self.account(of: .leia, "leia@example.org")
        try expect(throws: Rollback()) {
            try repository.writeAccounts { (accounts: any AccountWriter) in
                try accounts.insert(account)
                throw Rollback()
            }
        }
        try expect(repository.account(of: .leia), equals: nil)
    }

    private static func draftReadsAndReturns(_ newRepository: Maker) throws {
        let repository = try newRepository()
        var make = RecordMaker()
        let leia = try make.user(.leia, "leia")
        try repository.apply([leia])
        let post = try make.post(.leia)
        let applied = try repository.apply { reader throws in
            try expect(reader.user(.leia)?.username, equals: "leia")
            return ValidatedBatch(unchecked: [post])
        }
        try expect(applied.map(\.stamp), equals: [post.stamp])
    }

    private static func accountWithUser(_ newRepository: Maker) throws {
        let repository = try newRepository()
        let account = try Self.account(of: .leia, "leia@example.org")
        try expect(throws: Rollback()) {
            try repository.apply { _, accounts in
                try accounts.insert(account)
                throw Rollback()
            }
        }
        try expect(repository.account(of: .leia), equals: nil)

        var make = RecordMaker()
        let leia = try make.user(.leia, "leia")
        try repository.apply { _, accounts in
            try accounts.insert(account)
            return try ValidatedBatch(certifying: [leia])
        }
        let second = try Self.account(of: .han, "leia@example.org")
        let han = try make.user(.han, "han")
        try expect(throws: TimelineError.emailTaken) {
            try repository.apply { _, accounts in
                try accounts.insert(second)
                return try ValidatedBatch(certifying: [han])
            }
        }
        try expect(repository.read { try $0.user(.han) }, equals: nil)
    }

    private static func throwingRemoval(_ newRepository: Maker) throws {
        let repository = try newRepository()
        var make = RecordMaker()
        let leia = try make.user(.leia, "leia")
        let account = try Self.account(of: .leia, "leia@example.org")
        try repository.apply { _, accounts in
            try accounts.insert(account)
            return try ValidatedBatch(certifying: [leia])
        }
        try expect(throws: Rollback()) {
            try repository.apply { _, accounts in
                try accounts.deleteAccount(of: .leia)
                throw Rollback()
            }
        }
        try expect(repository.account(of: .leia), equals: account)
        try expect(repository.read { try $0.user(.leia) } != nil)
    }
}

extension RepositoryLaws {
    /// Checks law 2: applying a record again has no effect.
    ///
    /// - Parameter newRepository: A closure that creates an empty repository.
    /// - Throws: ``LawViolation``, which lists all broken rules.
    static func idempotent(_ newRepository: Maker) throws {
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
