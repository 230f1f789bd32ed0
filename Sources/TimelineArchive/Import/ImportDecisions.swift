import Foundation
import TimelineCore
import TimelineCrypto

/// The decisions about which steps in a batch to import.
///
/// They are made inside the transaction that adds the records.
struct ImportDecisions: Sendable {
    /// The outcome for each step in the batch: whether the store contains it already, or the reason
    /// it is rejected.
    private(set) var results: [Result<Bool, EntryError>] = []
    /// The signed statements of the steps that are accepted and not contained.
    private(set) var records: [VerifiedRecord] = []
    private var unsigned: [(step: Int, statement: ImportedStatement, author: PersonKeys)] = []
    /// The registers that the batch sets.
    private var filled: Set<RecordRegister> = []
    private var claims: [Username: User.ID] = [:]
    /// The newest stamp of the batch that gives way to the holder of a username.
    private var newestYielding = PushID.min
    private let environment: TimelineEnvironment
    /// The users with an account in this store.
    private var accountHolders: Set<User.ID> = []
    /// The users whose profiles were rejected.
    private var rejectedUsers: Set<User.ID> = []

    /// Creates an empty value, for use until the decisions about a batch are made.
    init(environment: TimelineEnvironment) {
        self.environment = environment
    }

    /// Decides which steps in a batch to import, based on the state inside the transaction, and
    /// signs their statements.
    ///
    /// - Parameters:
    ///   - steps: The steps in the batch.
    ///   - rejectedUsers: The users whose profiles were rejected.
    ///   - reader: A reader of the shared data inside the transaction.
    ///   - accounts: A reader of the private data inside the transaction.
    ///   - environment: The clock and the source of random bits.
    /// - Throws: A `TimelineError` if the storage fails.
    init(
        about steps: [ImportStep],
        rejectedUsers: Set<User.ID>,
        reader: any SocialReader,
        accounts: any AccountReader,
        environment: TimelineEnvironment
    ) throws {
        self.init(environment: environment)
        self.rejectedUsers = rejectedUsers
        accountHolders = Set(try accounts.users())
        for (index, step) in steps.enumerated() {
            do {
                results.append(.success(try isPresent(step, index, reader)))
            } catch let fault as EntryError {
                results.append(.failure(fault))
            }
        }
        sign()
    }

    /// Returns whether the store contains a step, and otherwise adds its statements.
    ///
    /// A statement that the store contains in a newer form, or whose subject was deleted, counts as
    /// contained.
    private mutating func isPresent(
        _ step: ImportStep,
        _ index: Int,
        _ reader: any SocialReader
    ) throws -> Bool {
        let author = step.author.id
        guard !accountHolders.contains(author) else {
            // The user may have claimed an account after an earlier import of the same archive.
            guard try reader.shows(step) else { throw EntryError.userHasAccount }
            return true
        }
        guard try reader.record(setting: .deletedAccount(author)) == nil else {
            throw EntryError.accountDeleted
        }
        guard let keys = step.author.keys else { throw EntryError.userElsewhere }
        guard !rejectedUsers.contains(author) else { throw EntryError.userRejected }
        if case .followed(let followed) = step.statements.first?.content,
            rejectedUsers.contains(followed), try reader.user(followed) == nil
        {
            throw EntryError.followedUserMissing
        }
        let registers = step.statements.flatMap { $0.registers(of: author) }
        guard
            try !registers.contains(where: {
                try filled.contains($0) || reader.record(setting: $0) != nil
            })
        else { return true }
        for var statement in step.statements {
            if let username = statement.username,
                let stamp = try stamp(yielding: username, from: author, reader: reader)
            {
                statement.stamp = stamp
            }
            unsigned.append((index, statement, keys))
            filled.formUnion(statement.registers(of: author).prefix(1))
        }
        return false
    }

    /// Returns a stamp later than the holder's claim to a username, so that the holder keeps the
    /// username.
    ///
    /// - Returns: The stamp, or `nil` if the username is free. The first user in the batch to claim
    ///   a free username becomes its holder.
    private mutating func stamp(
        yielding username: Username,
        from claimant: User.ID,
        reader: any SocialReader
    ) throws -> PushID? {
        let holder = try reader.user(withUsername: username.text)?.id ?? claims[username]
        claims[username] = claims[username] ?? claimant
        guard let holder, holder != claimant else { return nil }
        let newest = max(newestYielding, try reader.newestStamp(of: holder))
        var source = BoundIDSource(author: claimant, after: newest)
        var random = EnvironmentRandom(environment: environment)
        let now = environment.now()
        // Validation rejects the highest ID, which stands for a stamp after the last millisecond.
        let stamp = source.nextStamp(at: now.millisecondsSince1970, using: &random) ?? .max
        newestYielding = stamp
        try EntryError.rethrowing { () throws(TimelineError) in try stamp.validate(now: now) }
        return stamp
    }

    /// Signs the statements, and rejects the steps with a statement that no record can hold.
    private mutating func sign() {
        let signed = ConcurrentParts.map(unsigned.count) { [unsigned] index in
            Result { () throws(RecordError) in
                try unsigned[index].statement.signed(by: unsigned[index].author)
            }
        }
        for (step, result) in zip(unsigned.map(\.step), signed) {
            guard case .failure(let error) = result else { continue }
            results[step] = .failure(.invalidRecord(error))
        }
        for (step, result) in zip(unsigned.map(\.step), signed) {
            guard case .success = results[step], case .success(let record) = result else {
                continue
            }
            records.append(record)
        }
    }
}

extension SocialReader {
    /// Returns whether the store contains a step of a user with an account, as it was imported.
    ///
    /// The author may have edited a post, and people whom a comment mentions may have other names.
    fileprivate func shows(_ step: ImportStep) throws -> Bool {
        try step.statements.allSatisfy { statement in
            guard let register = statement.registers(of: step.author.id).first else {
                return true
            }
            guard let stored = try record(setting: register)?.content else { return false }
            switch statement.content {
            case .postSet, .commentAdded: return true
            default: return stored == statement.content
            }
        }
    }
}

/// An entry of an archive to import: the statements of one person.
struct ImportStep: Sendable {
    let kind: FirebaseLedger.Kind
    /// The entry's location in the archive.
    let entry: String
    let author: ImportedPerson
    /// The statements, which are imported together: those of a user's key and profile, or one.
    let statements: [ImportedStatement]
    /// The picture of a post.
    var photo: PreparedPhoto?
    /// The locations of a profile's valid fields, which share the outcome of the profile.
    var fields: [String] = []
    /// Whether an earlier step is a like of the same post by the same user.
    var isDuplicateLike = false

    /// Whether the step creates its author.
    var isProfile: Bool { statements.contains { $0.username != nil } }
}

/// A statement of a person in an archive, which becomes a record when it is signed.
struct ImportedStatement: Sendable {
    let content: RecordContent
    var stamp: PushID
    /// The author of the post that the statement concerns, or `nil` if it concerns no other post.
    let postAuthor: User.ID?

    init(_ content: RecordContent, at stamp: PushID, postAuthor: User.ID? = nil) {
        self.content = content
        self.stamp = stamp
        self.postAuthor = postAuthor
    }

    /// The username that the statement claims.
    var username: Username? {
        if case .profileSet(.username(let username)) = content { username } else { nil }
    }

    /// Returns the record of the statement.
    func signed(by author: PersonKeys) throws(RecordError) -> VerifiedRecord {
        try VerifiedRecord(
            author: author.user,
            stamp: stamp,
            postAuthor: postAuthor,
            content: content,
            signedWith: content.isSignedByRoot ? author.root : author.device
        )
    }

    /// Returns the registers that keep the statement out of a store if they are set: its own, and
    /// those of deletions.
    ///
    /// The first one is its own. Key records set none.
    func registers(of author: User.ID) -> [RecordRegister] {
        switch content {
        case .profileSet(let setting): [.profile(author, setting.field)]
        case .postSet(let post, _): [.post(post.id), .deletedPost(post.id)]
        case .commentAdded(_, let post, _):
            Self.registers(of: Comment.ID(stamp), on: post.id)
        case .liked(let post): [.like(author, post: post.id), .deletedPost(post.id)]
        case .followed(let user): [.follow(author, of: user)]
        case .keyAdded, .keyRevoked, .accountDeleted, .postDeleted, .commentDeleted, .commentHidden,
            .unliked, .unfollowed, .unknown:
            []
        }
    }
}

extension ImportedStatement {
    private static func registers(of comment: Comment.ID, on post: Post.ID) -> [RecordRegister] {
        [
            .comment(comment), .deletedComment(comment), .hiddenComment(comment, post: post),
            .deletedPost(post),
        ]
    }
}

extension EntryError {
    /// Runs a check of the engine, and throws its error as a fault.
    static func rethrowing(_ check: () throws(TimelineError) -> Void) throws(EntryError) {
        do {
            try check()
        } catch {
            throw EntryError(error)
        }
    }
}
