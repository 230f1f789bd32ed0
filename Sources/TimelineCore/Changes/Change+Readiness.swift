/// A user or post that a change refers to.
public enum Dependency: Hashable, Sendable {
    case user(User.ID)
    case post(Post.ID)
}

/// The state of a user or post in a store.
public enum Existence: Hashable, Sendable {
    /// It exists; a user exists from the first username on.
    case present
    /// It may still arrive.
    case missing
    /// It was deleted, for good.
    case deleted
}

/// The decision about a change that arrives.
public enum ChangeReadiness: Hashable, Sendable {
    /// Apply the change.
    case ready
    /// Store the change, and decide again when the user or post arrives.
    case pending(Dependency)
    /// Drop the change: a user or post that it refers to was deleted.
    case obsolete
}

extension Change {
    /// The user and post that must exist before the change is applied, in the order in which
    /// repositories check them.
    ///
    /// A change may depend on an item only if the value that it sets disappears together with that
    /// item, as a like does with its post. If it depended on an item that another change can
    /// replace, the result would depend on the order in which the changes arrive.
    public var dependencies: [Dependency] {
        switch action {
        case .profileUpdated, .profileRemoved, .postDeleted, .commentDeleted: []
        case .postAdded: [.user(author)]
        case .captionEdited(let post, _): [.post(post)]
        case .commentAdded(let post, _), .liked(let post), .unliked(let post):
            [.post(post), .user(author)]
        case .followed(let user), .unfollowed(let user): [.user(author), .user(user)]
        }
    }

    /// Decides whether the change is applied, stays pending or is dropped.
    ///
    /// Every repository decides alike with this function, after it has dropped changes that add a
    /// deleted post or comment, and changes of removed users other than deletions.
    ///
    /// - Parameter existence: returns the state of a user or post.
    /// - Returns: the decision.
    /// - Throws: the error of `existence`.
    public func readiness(
        _ existence: (Dependency) throws -> Existence
    ) rethrows -> ChangeReadiness {
        switch action {
        case .followed(author), .unfollowed(author): return .obsolete
        default: break
        }
        for dependency in dependencies {
            switch try existence(dependency) {
            case .present: continue
            case .missing: return .pending(dependency)
            case .deleted: return .obsolete
            }
        }
        return .ready
    }

    /// Returns whether the change may edit a post.
    ///
    /// Only the post's author can edit it, and an edit is newer than its post.
    ///
    /// - Parameters:
    ///   - post: The post's ID.
    ///   - postAuthor: The post's author.
    /// - Returns: Whether repositories apply the edit.
    public func canEdit(_ post: Post.ID, writtenBy postAuthor: User.ID) -> Bool {
        author == postAuthor && stamp > post.pushID
    }
}

extension Post.Content {
    /// Whether this content cannot belong to the same post as the stored one.
    ///
    /// - Parameters:
    ///   - stored: the content of the post in the store.
    ///   - isEdited: whether the stored caption was edited; the first one is then unknown.
    /// - Returns: `true` for different posts; ThumbHashes are ignored, since they depend on the
    ///   decoder.
    public func conflicts(with stored: Post.Content, edited isEdited: Bool) -> Bool {
        !photos.areSame(as: stored.photos) || place != stored.place
            || !isEdited && caption != stored.caption
    }
}
