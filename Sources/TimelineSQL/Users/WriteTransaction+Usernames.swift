import Foundation
import TimelineCore

extension WriteTransaction {
    /// Records a user's claim to a username, and updates the displayed usernames of all affected
    /// users.
    ///
    /// Several users may claim the same username, for example on devices that were offline. All
    /// claims are stored, and the claim of the highest precedence holds the username, or the oldest
    /// of several such claims (decision 38).
    ///
    /// The first claim makes the user visible, so the records that were waiting for the user are
    /// projected.
    func claim(_ name: Username, by rowID: Int64, from stored: StoredRecord) throws {
        let previous = try username(of: rowID)
        try statement(
            """
            UPDATE user SET username = ?1, username_stamp = ?2, shown_name = ?1, search_key = ?1,
                arrival = ?3
            WHERE id = ?4
            """
        )
        .run(name.text, stored.stamp, stored.news.arrival, rowID)
        try assignUsername(name.text, claimedBy: rowID)
        if let previous, previous != name.text { try assignUsername(previous) }
        if previous == nil { try projectWaiting(for: stored.author) }
    }

    /// Returns the username that a user has claimed, or `nil` if the user has no profile.
    func username(of rowID: Int64) throws -> String? {
        try statement("SELECT username FROM user WHERE id = ?")
            .first(rowID) {
                $0.optionalText(0)
            } ?? nil
    }

    /// Updates the displayed usernames of the users that claim the given username.
    ///
    /// A change affects at most three users: the holder, the user with the second claim, which may
    /// have been the previous holder, and the claimant.
    ///
    /// The method reads two entries of the `user_username` index, in which the claims to a username
    /// are sorted as ``UsernameClaim`` defines, regardless of the number of claims.
    ///
    /// - Parameters:
    ///   - name: The claimed username.
    ///   - claimant: The row ID of the user with the changed claim or precedence, or `nil` if the claim was
    ///     withdrawn.
    /// - Throws: A database error.
    func assignUsername(_ name: String, claimedBy claimant: Int64? = nil) throws {
        let first = try statement(
            """
            SELECT id, uuid FROM user WHERE username = ?
            ORDER BY username_precedence, username_stamp, uuid LIMIT 2
            """
        )
        .all(name) { (rowID: $0.int64(0), user: $0.userID(1)) }
        guard let holder = first.first else { return }
        var affected = first
        if let claimant, !first.contains(where: { $0.rowID == claimant }),
            let user = try userID(of: claimant)
        {
            affected.append((claimant, user))
        }
        let username = try Username(name)
        for entry in affected {
            let shown = username.displayed(for: entry.user, holder: holder.user)
            try display(shown, for: entry.rowID)
        }
    }

    /// Returns a user's UUID, from which the suffix of the displayed username is derived.
    private func userID(of rowID: Int64) throws -> User.ID? {
        try statement("SELECT uuid FROM user WHERE id = ?").first(rowID) { $0.userID(0) }
    }

    /// Sets a user's displayed username and the search key that contains it.
    ///
    /// A trigger writes the new search key to the trigram index.
    private func display(_ name: String, for rowID: Int64) throws {
        try statement("UPDATE user SET shown_name = ? WHERE id = ?").run(name, rowID)
        try updateSearchKey(of: rowID)
    }

    /// Derives a user's search key from the displayed username and the display name.
    ///
    /// TimelineCore defines the search key for all repositories. Does nothing if the user has no
    /// profile.
    func updateSearchKey(of rowID: Int64) throws {
        guard let user = try tables.user(rowID: rowID) else { return }
        try statement("UPDATE user SET search_key = ? WHERE id = ?")
            .run(UserQuery.searchKey(user.username, user.displayName), rowID)
    }
}

/// The form of a precedence in the column `user.username_precedence`: a byte, followed by the stamp
/// of the oldest follow.
///
/// The bytes have the same order as the precedences, so the `user_username` index sorts claims.
extension UsernameClaim.Precedence {
    /// Reads the column.
    init(_ bytes: Data) {
        switch bytes.first {
        case 0: self = .local
        case 1: self = PushID(bytes: bytes.dropFirst()).map { .followed(since: $0) } ?? .other
        default: self = .other
        }
    }

    /// The bytes in the column.
    var bytes: Data {
        switch self {
        case .local: Data([0])
        case .followed(let stamp): Data([1]) + stamp.bytes
        case .other: Data([2])
        }
    }
}

extension SharedTables {
    /// Returns the stored precedence of a user's claims.
    func precedence(of rowID: Int64) throws -> UsernameClaim.Precedence {
        try statement("SELECT username_precedence FROM user WHERE id = ?")
            .first(rowID) { UsernameClaim.Precedence($0.data(0)) } ?? .other
    }

    /// Returns the precedence that the follows by local users give to a user.
    ///
    /// The statement makes one lookup for each local user.
    func followedPrecedence(of rowID: Int64) throws -> UsernameClaim.Precedence {
        let oldest = try statement(
            """
            SELECT f.stamp FROM user l CROSS JOIN follow f ON f.follower = l.id
            WHERE l.username_precedence = x'00' AND f.followed = ? ORDER BY f.stamp LIMIT 1
            """
        )
        .first(rowID) { $0.optionalPushID(0) }
        return (oldest ?? nil).map { .followed(since: $0) } ?? .other
    }

    /// Returns the users that a user follows.
    func followed(by rowID: Int64) throws -> [Int64] {
        try statement("SELECT followed FROM follow WHERE follower = ?")
            .all(rowID) { $0.int64(0) }
    }
}

extension WriteTransaction {
    /// Updates displayed usernames after accounts have been added or deleted.
    ///
    /// Affects these users and the users that they follow.
    ///
    /// - Parameters:
    ///   - users: The users whose accounts have changed.
    ///   - isLocal: Returns whether a user has an account now.
    /// - Throws: A database error.
    func updateLocalUsers(of users: Set<User.ID>, isLocal: (User.ID) throws -> Bool) throws {
        for user in users.sorted() {
            guard let rowID = try tables.rowID(of: user) else { continue }
            let isLocal = try isLocal(user)
            guard try isLocal != (tables.precedence(of: rowID) == .local) else { continue }
            batch.localUsers[rowID] = isLocal
            try setPrecedence(
                try isLocal ? .local : tables.followedPrecedence(of: rowID),
                of: rowID
            )
            try updatePrecedenceOfFollowed(by: rowID)
        }
    }

    /// Updates displayed usernames after a local user has followed or unfollowed a user.
    ///
    /// If the changed follow was not the oldest of a local user, this takes one lookup.
    ///
    /// - Parameters:
    ///   - followed: The row ID of the user.
    ///   - former: The stamp of the former follow, if there was one.
    ///   - stamp: The stamp of the follow, or `nil` if the local user no longer follows the user.
    /// - Throws: A database error.
    func updatePrecedence(
        of followed: Int64,
        replacing former: PushID?,
        with stamp: PushID?
    ) throws {
        let current = try tables.precedence(of: followed)
        if let former, current == .followed(since: former) {
            return try updatePrecedence(of: followed)
        }
        guard let precedence = stamp.map({ UsernameClaim.Precedence.followed(since: $0) }),
            precedence < current
        else { return }
        try setPrecedence(precedence, of: followed)
    }

    /// Updates the displayed usernames of the users that a user follows, if the user is local.
    func updatePrecedenceOfFollowed(by rowID: Int64) throws {
        for followed in try tables.followed(by: rowID) { try updatePrecedence(of: followed) }
    }

    /// Returns whether a user has an account in this store.
    func isLocal(_ rowID: Int64) throws -> Bool {
        if let known = batch.localUsers[rowID] { return known }
        let isLocal = try statement(
            "SELECT 1 FROM user WHERE id = ? AND username_precedence = x'00'"
        )
        .exists(rowID)
        batch.localUsers[rowID] = isLocal
        return isLocal
    }

    /// Derives a user's precedence from the follows of local users.
    func updatePrecedence(of rowID: Int64) throws {
        guard try tables.precedence(of: rowID) != .local else { return }
        try setPrecedence(tables.followedPrecedence(of: rowID), of: rowID)
    }

    /// Sets a user's precedence, and updates the displayed usernames if several users claim the
    /// user's username.
    private func setPrecedence(
        _ precedence: UsernameClaim.Precedence,
        of rowID: Int64
    ) throws {
        let changed = try statement(
            """
            UPDATE user SET username_precedence = ?1 WHERE id = ?2 AND username_precedence <> ?1
            """
        )
        .runCounting(precedence.bytes, rowID)
        guard changed > 0, let name = try username(of: rowID) else { return }
        let isContested = try statement("SELECT 1 FROM user WHERE username = ? LIMIT 1 OFFSET 1")
            .exists(name)
        if isContested { try assignUsername(name, claimedBy: rowID) }
    }
}
