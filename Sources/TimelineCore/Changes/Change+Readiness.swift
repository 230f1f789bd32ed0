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
    /// The user and post that have to exist before the change is applied, in the order in which
    /// repositories check them.
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

    /// Whether the change may edit a post: only the author can, and an edit is newer
    /// than its post.
    public func canEdit(_ post: Post.ID, by author: User.ID) -> Bool {
        self.author == author && stamp > post.pushID
    }
}

extension Post.Content {
    /// Whether this content cannot belong to the same post as the stored one.
    ///
    /// - Parameters:
    ///   - stored: the content of the post in the store.
    ///   - edits: the parts of the stored content whose first values are unknown.
    /// - Returns: `true` for different posts; ThumbHashes are ignored, since they depend on the
    ///   decoder.
    public func conflicts(with stored: Post.Content, edited edits: Post.Edits) -> Bool {
        !photos.areSame(as: stored.photos, exceptAlts: edits.alts)
            || !edits.place && place != stored.place
            || !edits.caption && caption != stored.caption
    }
}
