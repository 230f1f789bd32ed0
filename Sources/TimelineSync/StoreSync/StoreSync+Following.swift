public import TimelineCore

extension StoreSync {
    /// Follows a user, even if their profile has not arrived yet.
    ///
    /// The next sync with a device that has the user's records fetches them.
    ///
    /// - Parameter followed: A user with keys.
    /// - Throws: `TimelineError.userNotFound` if the ID does not belong to a user with keys, or
    ///   another `TimelineError`.
    public func follow(_ followed: User.ID) async throws {
        try await owner.acting(as: user).followUnseen(followed)
    }
}
