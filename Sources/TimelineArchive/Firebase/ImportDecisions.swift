import Foundation
import TimelineCore

/// Which changes of a batch an import may apply, decided inside the transaction that applies them.
struct ImportDecisions: Sendable {
    /// For each change of the batch, the change to apply, `nil` when the store has it already, or the reason to reject
    /// it.
    private(set) var results: [Result<Change?, EntryFault>] = []
    private var claims: [Username: User.ID] = [:]
    private var clock: PushIDSource
    private let environment: TimelineEnvironment

    /// The users with an account here.
    private var ownUsers: Set<User.ID> = []

    /// The decisions on no changes.
    init(_ environment: TimelineEnvironment) {
        self.environment = environment
        clock = PushIDSource(after: .min, environment: environment)
    }

    /// Decides on a batch by the state inside the transaction.
    ///
    /// - Throws: a failure of storage.
    init(
        on changes: [Change],
        refusing refused: Set<User.ID>,
        _ reader: any SocialReader,
        _ accounts: any AccountReader,
        _ environment: TimelineEnvironment
    ) throws {
        self.init(environment)
        ownUsers = Set(try accounts.users())
        for change in changes {
            do {
                // Why a user was refused says more than that the user was.
                guard ownUsers.contains(change.author) || !refused.contains(change.author) else {
                    throw EntryFault.userRefused
                }
                if case .followed(let user) = change.action, refused.contains(user),
                    try reader.user(user) == nil
                {
                    throw EntryFault.followedMissing
                }
                results.append(.success(try decide(change, reader)))
            } catch let fault as EntryFault {
                results.append(.failure(fault))
            }
        }
    }

    /// The changes to apply.
    var accepted: [Change] {
        results.compactMap { result in
            guard case .success(let change) = result else { return nil }
            return change
        }
    }

    private mutating func decide(_ change: Change, _ reader: any SocialReader) throws -> Change? {
        guard !ownUsers.contains(change.author) else {
            // An archive may be loaded again after its users have got accounts.
            guard try reader.contains(change) else { throw EntryFault.hasAccount }
            return nil
        }
        guard case .profileUpdated(var update) = change.action else { return change }
        // A user who exists already keeps the profile.
        guard try reader.user(change.author) == nil else {
            update = ProfileUpdate()
            return Change(
                stamp: change.stamp,
                author: change.author,
                action: .profileUpdated(update)
            )
        }
        guard let stamp = try stamp(of: change, claiming: update.username, reader) else {
            return change
        }
        let late = Change(stamp: stamp, author: change.author, action: change.action)
        try late.check(now: environment.now())
        return late
    }

    /// The stamp of a profile whose username another user holds, in the store or by a lower uid.
    ///
    /// It is a present one, since the older claim keeps a name; `nil` when nobody holds it.
    private mutating func stamp(
        of change: Change,
        claiming name: Username?,
        _ reader: any SocialReader
    ) throws -> PushID? {
        guard let name else { return nil }
        let holder = try reader.user(withUsername: name.text)?.id ?? claims[name]
        claims[name] = claims[name] ?? change.author
        guard let holder, holder != change.author else { return nil }
        let newest = try reader.newestStamp(of: holder)
        if newest > clock.newest {
            clock = PushIDSource(after: newest, environment: environment)
        }
        return clock.next()
    }
}

extension SocialReader {
    /// Whether the store shows what a change says already.
    fileprivate func contains(_ change: Change) throws -> Bool {
        let author = change.author
        switch change.action {
        case .profileUpdated(let update):
            guard let user = try user(author) else { return false }
            return update.username.map { user.username.hasPrefix($0.text) } ?? true
                && update.bio.map { $0.value == user.bio } ?? true
                && update.url.map { $0.value == user.url } ?? true
        case .postAdded: return try post(Post.ID(change.stamp), for: nil)?.author.id == author
        case .commentAdded: return try comment(Comment.ID(change.stamp))?.author == author
        case .liked(let id): return try post(id, for: author)?.likedByViewer == true
        case .followed(let id): return try profile(of: id, for: author)?.followedByViewer == true
        default: return false
        }
    }
}

extension EntryFault {
    /// The reason to reject what an archive says of a user who logs in here.
    static let hasAccount = EntryFault("Its user has an account here.")

    /// The reason to reject a follow whose target does not come along.
    static let followedMissing = EntryFault(
        "The user followed is not in the archive, or was refused."
    )

    /// The reason to reject what a rejected user did.
    static let userRefused = EntryFault("Its user was refused.")
}
