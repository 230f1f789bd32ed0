#if Cluster
import Foundation
import TimelineCore
import TimelineTesting

/// A write that is typical of an engine, of which every run concerns users of its own.
enum CutWrite: CaseIterable {
    case signUp
    case post
    case like
    case follow
    case accountDeletion
    case batch
    case privateValue

    /// One run of a write.
    struct Run {
        let author: User.ID
        let host: User.ID
        let email: EmailAddress
        /// What the store contains before the write.
        var earlier: [VerifiedRecord] = []
        var hasAccount = true
        /// The records that the write adds.
        var records: [VerifiedRecord] = []
        var write: @Sendable (any AccountWriter) throws -> Void = { _ in }
    }

    /// Makes the run with the given number, from 0.
    func run(_ number: Int) throws -> Run {
        let (author, host) = (
            User.ID(number: UInt16(100 + 2 * number)), User.ID(number: UInt16(101 + 2 * number))
        )
        let email = try EmailAddress("user\(number)@example.org")
        var run = Run(author: author, host: host, email: email)
        var make = RecordMaker(
            at: TestEnvironment.start + Double(number) * 100,
            seed: UInt64(number)
        )
        let post = try make.post(host, "golden #sunset \(number)")
        let name = try make.user(author, "author_\(number)")
        run.earlier = [try make.user(host, "host_\(number)"), post]
        if self != .signUp { run.earlier.append(name) }
        switch self {
        case .signUp:
            run.hasAccount = false
            let bio = ProfileUpdate(displayName: .set("Author"), bio: .set("a bio"))
            run.records = [name] + (try make.profile(author, bio))
            run.write = { accounts in
                try accounts.insert(Self.account(of: author, email))
                try accounts.save(Self.session(of: author, number))
            }
        case .post: run.records = [try make.post(author, "hour, #sunset @host_\(number)")]
        case .like: run.records = [try make.record(author, .liked(post.post))]
        case .follow: run.records = [try make.record(author, .followed(host))]
        case .accountDeletion:
            run.earlier += [
                try make.post(author, "gone"), try make.comment(author, on: post, "gone"),
                try make.record(author, .liked(post.post)),
                try make.record(author, .followed(host)),
                try make.record(host, .followed(author)),
            ]
            run.records = [try make.accountDeleted(author)]
            run.write = { try $0.deleteAccount(of: author) }
        case .batch:
            for index in 0..<5 {
                let own = try make.post(author, "number \(index) #hour")
                run.records += [
                    own, try make.comment(author, on: post, "comment \(index)"),
                    try make.comment(host, on: own, "golden \(index)"),
                    try make.record(host, .liked(own.post)),
                ]
            }
        case .privateValue: break
        }
        return run
    }

    private static func account(of user: User.ID, _ email: EmailAddress) -> Account {
        Account(
            user: user,
            email: email,
            passwordHash: "$plain$1$0",
            createdAt: TestEnvironment.start
        )
    }

    private static func session(of user: User.ID, _ number: Int) -> Session {
        Session(
            id: Session.ID(bytes: Data(BlobID(of: Data("\(number)".utf8)).bytes)),
            user: user,
            createdAt: TestEnvironment.start,
            lastUsedAt: TestEnvironment.start,
            label: "test"
        )
    }
}

extension CutWrite.Run {
    /// Writes what the store contains before the write.
    func prepare(_ repository: any Repository) throws {
        try repository.apply { _, accounts in
            if hasAccount {
                try accounts.insert(
                    Account(
                        user: author,
                        email: email,
                        passwordHash: "$plain$1$0",
                        createdAt: TestEnvironment.start
                    )
                )
            }
            return try ValidatedBatch(certifying: earlier)
        }
    }

    /// Runs the write, which counts itself.
    func apply(to repository: any Repository) throws {
        try repository.apply { _, accounts in
            try accounts.countRun()
            try write(accounts)
            return records.isEmpty ? .empty : try ValidatedBatch(certifying: records)
        }
    }

    /// The answers of a repository that the write may have changed.
    func answers(of repository: any Repository) throws -> SocialAnswers {
        try SocialAnswers(repository, about: SocialAnswers.Subjects(of: earlier + records))
    }

    /// The private data that the write may have changed.
    func privateAnswers(of repository: any Repository) throws -> [AnyHashable] {
        try repository.read { _, accounts in
            [
                try accounts.account(of: author), try accounts.sessions(of: author),
                try accounts.runCount(),
            ]
        }
    }
}
#endif
