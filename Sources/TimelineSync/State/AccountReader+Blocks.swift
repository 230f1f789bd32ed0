import TimelineCore

extension AccountReader {
    /// Returns the users from whom sync accepts nothing, because a user of this store has blocked
    /// them.
    ///
    /// A user of this store is not among them: a block by another user of a family's store must not
    /// cut off their own devices. What they write is hidden instead.
    func blockedUsers() throws -> Set<User.ID> {
        let users = try keyedUsers()
        let blocked = try users.flatMap { try restrictedUsers(.block, by: $0) }
        return Set(blocked).subtracting(users)
    }
}
