import Foundation
import TimelineCore

/// A change of an archive that is accepted.
struct AcceptedChange: Sendable {
    /// The change to apply, or `nil` if its author has an account and the store contains it.
    let change: Change?
    /// Whether the store contained the result of the change before.
    var isPresent: Bool
}

/// The decisions about which changes in a batch to apply.
///
/// They are made inside the transaction that applies the changes.
struct ImportDecisions: Sendable {
    /// The outcome for each change in the batch: accepted, or the reason it is rejected.
    private(set) var results: [Result<AcceptedChange, EntryFault>] = []
    private var claims: [Username: User.ID] = [:]
    private var clock: PushIDSource
    private let environment: TimelineEnvironment
    /// The users with an account in this store.
    private var accountHolders: Set<User.ID> = []

    /// Creates an empty value, for use until the decisions about a batch are made.
    init(environment: TimelineEnvironment) {
        self.environment = environment
        clock = PushIDSource(after: .min, environment: environment)
    }

    /// Decides which changes in a batch to apply, based on the state inside the transaction.
    ///
    /// - Parameters:
    ///   - changes: The changes in the batch.
    ///   - rejectedUsers: The users whose profiles were rejected.
    ///   - reader: A reader of the shared data inside the transaction.
    ///   - accounts: A reader of the private data inside the transaction.
    ///   - environment: The clock and the source of random bits.
    /// - Throws: A `TimelineError` if the storage fails.
    init(
        about changes: [Change],
        rejectedUsers: Set<User.ID>,
        reader: any SocialReader,
        accounts: any AccountReader,
        environment: TimelineEnvironment
    ) throws {
        self.init(environment: environment)
        accountHolders = Set(try accounts.users())
        for archived in changes {
            do {
                let change = try archived.withCurrentUsers(in: accounts)
                // Changes by account holders are left to `decide`, which throws a more specific
                // fault.
                let isRejected = rejectedUsers.contains(archived.author)
                if isRejected, !accountHolders.contains(change.author) {
                    throw EntryFault.userRejected
                }
                if case .followed(let user) = change.action, rejectedUsers.contains(user),
                    try reader.user(user) == nil
                {
                    throw EntryFault.followedUserMissing
                }
                let accepted = try decide(about: change, reader: reader)
                let isPresent = try accepted.map { try reader.containsResult(of: $0) } ?? true
                results.append(.success(AcceptedChange(change: accepted, isPresent: isPresent)))
            } catch let fault as EntryFault {
                results.append(.failure(fault))
            }
        }
    }

    /// The changes to apply.
    var accepted: [Change] {
        results.compactMap { result in
            guard case .success(let accepted) = result else { return nil }
            return accepted.change
        }
    }

    /// Returns the change to apply, or `nil` if the store already contains it.
    private mutating func decide(
        about change: Change,
        reader: any SocialReader
    ) throws -> Change? {
        guard !accountHolders.contains(change.author) else {
            // The user may have claimed an account after an earlier import of the same archive.
            guard try reader.shows(change) else { throw EntryFault.userHasAccount }
            return nil
        }
        guard case .profileUpdated(let update) = change.action else {
            // The post's author may have received keys since, and the post a new ID.
            return try change.resolved { old in
                try reader.movedIDs(endingWith: old.description, limit: 1).first
            }
        }
        guard try reader.user(change.author) == nil else {
            // An existing user keeps their current profile.
            return Change(
                stamp: change.stamp,
                author: change.author,
                action: .profileUpdated(ProfileUpdate())
            )
        }
        guard let username = update.username,
            let stamp = try stamp(yielding: username, from: change.author, reader: reader)
        else { return change }
        let later = Change(stamp: stamp, author: change.author, action: change.action)
        try later.check(now: environment.now())
        return later
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
        let newest = try reader.newestStamp(of: holder)
        if newest > clock.newest {
            clock = PushIDSource(after: newest, environment: environment)
        }
        return clock.next()
    }
}

extension Change {
    /// Returns the change with the current IDs of users who have received keys since an earlier
    /// import of the same archive.
    fileprivate func withCurrentUsers(in accounts: any AccountReader) throws -> Change {
        let change = renaming(author, to: try accounts.currentID(of: author))
        guard case .followed(let user) = change.action else { return change }
        return change.renaming(user, to: try accounts.currentID(of: user))
    }
}

extension SocialReader {
    /// Returns whether the store shows a change of a user with an account, as it was imported.
    fileprivate func shows(_ change: Change) throws -> Bool {
        let author = change.author
        switch change.action {
        case .profileUpdated(let update):
            guard let user = try user(author) else { return false }
            return update.username.map { user.username.hasPrefix($0.text) } ?? true
                && update.bio.map { $0.value == user.bio } ?? true
                && update.url.map { $0.value == user.url } ?? true
        case .postAdded:
            return try presentPost(Post.ID(change.stamp), for: nil)?.author.id == author
        case .commentAdded:
            let former = Comment.ID(change.stamp)
            let id = try moved(from: former) { try comment($0) != nil } ?? former
            return try comment(id)?.author == author
        case .liked(let id): return try presentPost(id, for: author)?.likedByViewer == true
        case .followed(let id): return try profile(of: id, for: author)?.followedByViewer == true
        default: return false
        }
    }

    /// Returns whether the store contains the result of a change, whatever else it contains.
    ///
    /// A profile counts as contained if its user exists, because users keep their current
    /// profiles. Only this change is queried, because a post can have many likes.
    func containsResult(of change: Change) throws -> Bool {
        let author = change.author
        switch change.action {
        case .profileUpdated: return try user(author) != nil
        case .postAdded: return try post(Post.ID(change.stamp), for: nil) != nil
        case .commentAdded: return try comment(Comment.ID(change.stamp)) != nil
        case .liked(let id): return try post(id, for: author)?.likedByViewer == true
        case .followed(let id): return try profile(of: id, for: author)?.followedByViewer == true
        default: return false
        }
    }
}
