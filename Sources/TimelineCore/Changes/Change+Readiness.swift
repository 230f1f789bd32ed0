/// A user or post that a change refers to.
public enum Dependency: Hashable, Sendable {
    case user(User.ID)
    case post(Post.ID)
}

/// The state of a user or post in a store.
public enum Existence: Hashable, Sendable {
    /// The user or post exists.
    ///
    /// A user exists once a username has been set.
    case present
    /// The user or post is unknown, but may still arrive.
    case missing
    /// The user or post was deleted permanently.
    case deleted
}

/// The decision about how to handle an incoming change.
public enum ChangeReadiness: Hashable, Sendable {
    /// The change can be applied now.
    case ready
    /// The change must be stored until the given user or post arrives, and then be reconsidered.
    case pending(Dependency)
    /// The change must be dropped because it refers to a deleted user or post, or because its
    /// author follows or unfollows themselves.
    case obsolete
}

extension Change {
    /// The users and posts that must exist before the change can be applied, in the order in which
    /// repositories check them.
    ///
    /// A change may depend on an item only if the value that it sets is deleted together with that
    /// item, as a like is deleted with its post. If a change depended on an item that another
    /// change can replace, the result would depend on the order in which the changes arrive.
    public var dependencies: [Dependency] {
        switch action {
        case .profileUpdated, .profileRemoved, .postDeleted, .commentDeleted: []
        case .postAdded: [.user(author)]
        case .captionEdited(let post, _), .placeEdited(let post, _), .altEdited(let post, _, _):
            [.post(post)]
        case .commentAdded(let post, _), .liked(let post), .unliked(let post):
            [.post(post), .user(author)]
        case .followed(let user), .unfollowed(let user): [.user(author), .user(user)]
        }
    }

    /// Decides whether to apply the change, leave it pending or drop it.
    ///
    /// All repositories use this function, so they make the same decisions. Before calling it, a
    /// repository drops changes that add a deleted post or comment, and all changes by removed
    /// users except deletions.
    ///
    /// - Parameter existence: A closure that returns the state of a user or post.
    /// - Returns: The decision about the change.
    /// - Throws: Any error thrown by `existence`.
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

    /// Returns whether the change may edit the given post.
    ///
    /// Only the post's author can edit a post, and an edit must be newer than the post.
    ///
    /// - Parameters:
    ///   - post: The ID of the post.
    ///   - postAuthor: The ID of the post's author.
    /// - Returns: Whether repositories apply the edit.
    public func canEdit(_ post: Post.ID, writtenBy postAuthor: User.ID) -> Bool {
        author == postAuthor && stamp > post.pushID
    }
}

extension Post.Content {
    /// Returns whether this content cannot belong to the same post as the stored content.
    ///
    /// ThumbHashes are ignored because they depend on the decoder.
    ///
    /// - Parameters:
    ///   - stored: The content of the post in the store.
    ///   - edits: The edited parts of the stored content. Their original values are unknown.
    /// - Returns: `true` if the contents belong to different posts.
    public func conflicts(with stored: Post.Content, edited edits: Post.Edits) -> Bool {
        !photos.areSame(as: stored.photos, exceptAlts: edits.alts)
            || !edits.place && place != stored.place
            || !edits.caption && caption != stored.caption
    }
}
