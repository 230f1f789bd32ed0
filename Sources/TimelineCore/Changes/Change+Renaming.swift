extension Change {
    /// Returns the change with a user's ID replaced, both as its author and as the followed user.
    package func renaming(_ former: User.ID, to user: User.ID) -> Change {
        let action: Action =
            switch self.action {
            case .followed(former): .followed(user)
            case .unfollowed(former): .unfollowed(user)
            default: self.action
            }
        return Change(stamp: stamp, author: author == former ? user : author, action: action)
    }
}
