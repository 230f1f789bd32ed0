package import TimelineCore
import TimelineCrypto

/// The records that two stores compare.
///
/// The selection contains
/// - the records of the scopes that both stores want;
/// - the introductions of all authors of these records, because a store that accepts a reply needs
///   the keys and the profile of its author;
/// - of the users whose scopes only one store wants, or neither, but of whom both hold something: the
///   records that delete posts, comments and likes in their scope, and the records that their root
///   key has signed, such as the one that states that they have deleted their account;
/// - the introductions of both users, and the records in which they follow or stop following each
///   other, so that each learns of the other's follow;
/// - between devices of one user, the records in which anyone follows that user or stops following
///   them, so that all of the user's devices know the same followers.
package struct RecordSelection: Hashable, Sendable {
    /// The scopes that both stores want.
    package let scopes: Set<User.ID>
    /// The users in whose scopes only deletions are selected.
    package let deletionScopes: Set<User.ID>
    /// The users of both devices.
    package let users: Set<User.ID>

    /// The user of both devices, or `nil` for devices of different users.
    package let owner: User.ID?

    /// Creates a selection.
    package init(
        scopes: Set<User.ID>,
        deletionScopes: Set<User.ID> = [],
        users: Set<User.ID>,
        owner: User.ID? = nil
    ) {
        self.scopes = scopes
        self.deletionScopes = deletionScopes
        self.users = users
        self.owner = owner
    }

    /// Returns whether the selection contains a record because of its scope or its follow.
    ///
    /// It may also contain introductions of other authors, depending on the records in the store.
    /// The authors of ``deletionScopes`` are not among them.
    package func containsByItself(_ record: VerifiedRecord) -> Bool {
        if scopes.contains(record.scope) { return true }
        if deletionScopes.contains(record.scope),
            record.content.kind?.isDeletion == true || record.content.isSignedByRoot
        {
            return true
        }
        let followed = record.content.followedUser
        if let followed, followed == owner { return true }
        guard users.contains(record.author) else { return false }
        if let followed { return users.contains(followed) }
        return record.content.kind?.introducesAuthor == true
    }

    /// Returns whether a rejection counts as held.
    ///
    /// - Parameters:
    ///   - rejection: The source of the rejection.
    ///   - introduced: The authors whose introductions the selection contains.
    /// - Returns: Whether the selection could contain the rejected record.
    package func contains(
        _ rejection: RejectedRecord.Source,
        introducing introduced: Set<User.ID>
    ) -> Bool {
        if scopes.contains(rejection.scope) || introduced.contains(rejection.scope) { return true }
        return deletionScopes.contains(rejection.scope) && rejection.reason != .tooOld
    }
}

extension StoreScopes {
    /// Returns the records that this store and another one compare.
    ///
    /// - Parameters:
    ///   - other: The scopes of the other store.
    ///   - users: The users of both devices.
    ///   - owner: The user of both devices, or `nil` for devices of different users.
    /// - Returns: The same selection on both sides.
    package func selection(
        with other: Self,
        users: Set<User.ID>,
        owner: User.ID? = nil
    ) -> RecordSelection {
        let common = wanted.intersection(other.wanted)
        let all = wanted.union(held).intersection(other.wanted.union(other.held))
        return RecordSelection(
            scopes: common,
            deletionScopes: all.subtracting(common),
            users: users,
            owner: owner
        )
    }
}

/// The IDs and times of a selection of records.
package struct Inventory: Sendable {
    /// The positions of all live records and rejections, in any order and without duplicates.
    package let positions: [RecordPosition]
    /// The authors whose introductions are part of the selection.
    package let introduced: Set<User.ID>
    /// The state token.
    package let token: SyncToken

    /// Creates an inventory.
    package init(positions: [RecordPosition], introduced: Set<User.ID>, token: SyncToken) {
        self.positions = positions
        self.introduced = introduced
        self.token = token
    }
}

/// The scopes of which a store exchanges records.
package struct StoreScopes: Hashable, Sendable {
    /// The scopes of which the store wants all records: its users and those that they follow.
    package let wanted: Set<User.ID>
    /// The other users of whom the store holds something that a deletion can remove, or a deletion.
    ///
    /// The store exchanges only deletions with others, so that what has been deleted vanishes
    /// everywhere, for example the posts of a user whom the users of the store no longer follow.
    package let held: Set<User.ID>

    /// Creates scopes.
    ///
    /// - Parameters:
    ///   - wanted: The wanted scopes.
    ///   - held: The held users. Those whose scopes are wanted are left out.
    package init(wanted: Set<User.ID>, held: Set<User.ID> = []) {
        self.wanted = wanted
        let others = held.subtracting(wanted)
        // Both sides must choose the same ones.
        self.held =
            others.count <= SessionLimits.heldUsers
            ? others : Set(others.sorted().prefix(SessionLimits.heldUsers))
    }
}

/// The SHA-256 of a store's scopes, sent instead of their lists where the receiver knows them.
package struct ScopesHash: ByteValue {
    /// The length of every hash: 32 bytes.
    package static let byteCount = 32

    /// The 32 bytes of the hash.
    package let bytes: [UInt8]

    /// Creates a hash from its bytes.
    ///
    /// Returns `nil` unless there are exactly 32 bytes.
    package init?(bytes: some Collection<UInt8>) {
        guard bytes.count == Self.byteCount else { return nil }
        self.bytes = Array(bytes)
    }

    /// Hashes the 16 bytes of each scope in ascending order.
    package init(of scopes: some Sequence<User.ID>) {
        var hasher = SHA256()
        for scope in scopes.sorted() { hasher.update(scope.bytes) }
        bytes = hasher.finalize().bytes
    }

    /// Hashes the wanted scopes, and if any users are held, the hashes of both lists together.
    package init(of scopes: StoreScopes) {
        let wanted = Self(of: scopes.wanted)
        guard !scopes.held.isEmpty else {
            self = wanted
            return
        }
        bytes = SHA256.hash(wanted.bytes + Self(of: scopes.held).bytes).bytes
    }
}

/// The records of a scope that a first sync has not received yet.
package struct WantedRange: Hashable, Sendable {
    /// The scope.
    package let scope: User.ID
    /// The exclusive upper bound of the records, or `nil` for all records.
    package let bound: RecordPosition?

    /// Creates a range.
    package init(scope: User.ID, bound: RecordPosition?) {
        self.scope = scope
        self.bound = bound
    }
}
