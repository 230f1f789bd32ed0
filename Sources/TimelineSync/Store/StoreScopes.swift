public import TimelineRecords

/// The scopes of which a store exchanges records.
public struct StoreScopes: Hashable, Sendable {
    /// The scopes of which the store wants all records: its users and those that they follow.
    public let wanted: Set<RecordUserID>
    /// The other users of whom the store holds something that a deletion can remove, or a deletion.
    ///
    /// The store exchanges only deletions with others, so that what has been deleted vanishes
    /// everywhere, for example the posts of a user whom the users of the store no longer follow.
    public let held: Set<RecordUserID>

    /// Creates scopes.
    ///
    /// - Parameters:
    ///   - wanted: The wanted scopes.
    ///   - held: The held users. Those whose scopes are wanted are left out.
    public init(wanted: Set<RecordUserID>, held: Set<RecordUserID> = []) {
        self.wanted = wanted
        let others = held.subtracting(wanted)
        // Both sides must choose the same ones.
        self.held =
            others.count <= SessionLimits.heldUsers
            ? others : Set(others.sorted().prefix(SessionLimits.heldUsers))
    }

    /// Returns the records that this store and another one compare.
    ///
    /// - Parameters:
    ///   - other: The scopes of the other store.
    ///   - users: The users of both devices.
    ///   - owner: The user of both devices, or `nil` for devices of different users.
    /// - Returns: The same selection on both sides.
    func selection(
        with other: Self,
        users: Set<RecordUserID>,
        owner: RecordUserID? = nil
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
