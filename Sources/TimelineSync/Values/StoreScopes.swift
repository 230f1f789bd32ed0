package import TimelineCore

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
