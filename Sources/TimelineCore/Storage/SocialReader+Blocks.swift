extension SocialReader {
    /// Returns this snapshot as a viewer sees it: without the users that a block hides.
    ///
    /// For a viewer without blocks, this is the snapshot itself.
    package func visible(to viewer: User.ID?) throws -> any SocialReader {
        guard let viewer else { return self }
        let hidden = try hiddenUsers(from: viewer)
        return hidden.isEmpty ? self : BlockFilteredReader(self, viewer: viewer, hidden: hidden)
    }

    /// Checks that there is no block between the author of an action and the users it concerns.
    ///
    /// An action concerns the author of the post that it likes or comments on, the user that it
    /// follows, and the users that its text mentions. Actions that take something back are always
    /// permitted.
    ///
    /// - Throws: ``TimelineError/userBlocked(_:)`` or ``TimelineError/blockedByUser(_:)``.
    func requireUnblocked(_ action: Intent, by author: User.ID) throws {
        let hidden = try hiddenUsers(from: author)
        guard !hidden.isEmpty else { return }
        for user in try usersConcerned(by: action) where hidden.contains(user) {
            let name = try self.user(user)?.username ?? user.description
            throw hidden.blocked.contains(user)
                ? TimelineError.userBlocked(name) : TimelineError.blockedByUser(name)
        }
    }

    private func usersConcerned(by action: Intent) throws -> [User.ID] {
        switch action {
        case .liked(let post): try author(of: post)
        case .commentAdded(let post, let text): try author(of: post) + users(mentionedIn: text)
        case .followed(let user): [user]
        case .postAdded(let content): try users(mentionedIn: content.caption)
        case .postEdited(let post, let edit):
            try users(
                mentionedIn: edit.caption ?? "",
                exceptIn: try self.post(post, for: nil)?.caption ?? ""
            )
        default: []
        }
    }

    private func author(of post: Post.ID) throws -> [User.ID] {
        try [self.post(post, for: nil)?.author.id].compactMap(\.self)
    }

    private func users(mentionedIn text: String, exceptIn former: String = "") throws -> [User.ID] {
        let known = TextEntities(in: former).mentions
        return try TextEntities(in: text).mentions.filter { !known.contains($0) }
            .compactMap { try user(withUsername: $0)?.id }
    }
}
