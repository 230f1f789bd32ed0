import Foundation
public import TimelineCore

extension RepositoryLaws {
    /// Checks law 1: a batch is applied either completely or not at all.
    ///
    /// - Parameter newRepository: A closure that creates an empty repository.
    /// - Throws: ``LawViolation``, which lists all broken rules.
    public static func atomic(_ newRepository: Maker) throws {
        try check(
            "Law 1, atomic",
            newRepository,
            [
                "A batch with a conflict at its end writes nothing.": conflictAtEnd,
                "A draft that throws writes nothing.": throwingDraft,
                "A draft reads the stored data, and apply returns its changes.":
                    draftReadsAndReturns,
                "An account and its user are written together or not at all.": accountWithUser,
                "Private data is not deleted when the draft throws.": throwingRemoval,
            ]
        )
    }

    private static func conflictAtEnd(_ newRepository: Maker) throws {
        let repository = try newRepository()
        var make = ChangeMaker()
        let leia = try make.user(.leia, "leia")
        let post = make.post(.leia, "first")
        try repository.apply([leia, post])
        let before = try SocialAnswers(repository, about: .init(of: [leia, post]))
        let other = post.with(.postAdded(.init(caption: "x", photos: [TestPhotos.photo(seed: 9)])))
        let batch = [try make.user(.han, "han"), make.change(.leia, .liked(post.post)), other]

        try expect(throws: TimelineError.identifierConflict(post.stamp.description)) {
            try repository.apply(batch)
        }
        let after = try SocialAnswers(repository, about: .init(of: [leia, post]))
        try expect(before.difference(from: after), equals: nil)
        try expect(repository.read { try $0.user(.han) }, equals: nil)

        // A repository may find the conflict before it writes any change. The draft, however, has
        // already written the account.
        let account = try Self.account(of: .han, "han@example.org")
        try expect(throws: TimelineError.identifierConflict(post.stamp.description)) {
            try repository.apply { _, accounts in
                try accounts.insert(account)
                return CheckedBatch(unchecked: batch)
            }
        }
        try expect(repository.account(of: .han), equals: nil)
        try expect(repository.read { try $0.user(.han) }, equals: nil)
    }

    private static func throwingDraft(_ newRepository: Maker) throws {
        let repository = try newRepository()
        try expect(throws: Rollback()) {
            try repository.apply { _ in throw Rollback() }
        }
        try expect(repository.read { try $0.newestStamp() }, equals: .min)

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
        var make = ChangeMaker()
        let leia = try make.user(.leia, "leia")
        try repository.apply([leia])
        let post = make.post(.leia)
        let applied = try repository.apply { reader throws in
            try expect(reader.user(.leia)?.username, equals: "leia")
            return CheckedBatch(unchecked: [post])
        }
        try expect(applied, equals: [post])
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

        var make = ChangeMaker()
        let leia = try make.user(.leia, "leia")
        try repository.apply { _, accounts in
            try accounts.insert(account)
            return CheckedBatch(unchecked: [leia])
        }
        let second = try Self.account(of: .han, "leia@example.org")
        let han = try make.user(.han, "han")
        try expect(throws: TimelineError.emailTaken) {
            try repository.apply { _, accounts in
                try accounts.insert(second)
                return CheckedBatch(unchecked: [han])
            }
        }
        try expect(repository.read { try $0.user(.han) }, equals: nil)
    }

    private static func throwingRemoval(_ newRepository: Maker) throws {
        let repository = try newRepository()
        var make = ChangeMaker()
        let leia = try make.user(.leia, "leia")
        let account = try Self.account(of: .leia, "leia@example.org")
        try repository.apply { _, accounts in
            try accounts.insert(account)
            return CheckedBatch(unchecked: [leia])
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
