public import TimelineCore

/// A store that holds posts, likes and usernames in dictionaries and uses only the public rules for
/// changes.
///
/// This target is compiled without package access, so it shows that a repository outside the
/// package can use the package's rules to apply changes.
public struct MiniatureStore {
    private var posts: [Post.ID: Post] = [:]
    private var captions: [Post.ID: LWWRegister<String>] = [:]
    private var places: [Post.ID: LWWRegister<Place?>] = [:]
    private var alts: [Post.ID: [LWWRegister<String?>]] = [:]
    private var likes: [Post.ID: [User.ID: LWWRegister<Bool>]] = [:]
    private var usernames: [User.ID: LWWRegister<Username>] = [:]
    private var avatars: [User.ID: LWWRegister<Photo?>] = [:]
    private var removedUsers: Set<User.ID> = []
    private var deletedPosts: Set<Post.ID> = []
    private var pending: [Dependency: Set<Change>] = [:]
    /// The number of likes of each post that has, or once had, likes.
    public private(set) var likeCounts: [Post.ID: Int] = [:]

    /// Creates an empty store.
    public init() {}

    /// Returns the caption of a post, or `nil` if the post does not exist.
    public func caption(of post: Post.ID) -> String? { captions[post]?.value }

    /// Returns the photos of a post, or `nil` if the post does not exist.
    public func photos(of post: Post.ID) -> [Photo]? {
        posts[post]
            .map { stored in
                zip(stored.content.photos, alts[post] ?? []).map { $0.described(as: $1.value) }
            }
    }

    /// Returns the place of a post, or `nil` if it has none.
    public func place(of post: Post.ID) -> Place? { places[post]?.value }

    /// Returns the displayed username, or `nil` if the user does not exist.
    public func username(of user: User.ID) -> String? {
        guard let name = usernames[user]?.value else { return nil }
        let holder = usernames.filter { $0.value.value == name }
            .map { UsernameClaim(by: $0.key, at: $0.value.stamp) }.min()
        return name.displayed(for: user, holder: holder?.user)
    }

    /// The blobs referenced by posts, avatars and pending changes.
    public var referencedBlobs: Set<BlobID> {
        Set(posts.values.flatMap(\.content.photos).flatMap(\.blobs))
            .union(avatars.values.flatMap { $0.value?.blobs ?? [] })
            .union(pending.values.joined().flatMap(\.referencedBlobs))
    }

    /// Applies changes in any order.
    ///
    /// - Throws: ``TimelineError/identifierConflict(_:)`` if the ID of a different post is reused.
    public mutating func apply(_ changes: [Change]) throws {
        try changes.checkIdentifiers(isTaken: isTaken)
        for change in changes { apply(change) }
    }

    private func isTaken(by change: Change) -> Bool {
        guard case .postAdded(let content) = change.action,
            let stored = posts[Post.ID(change.stamp)]
        else { return false }
        // Edits are stored separately, so the stored content is unedited.
        return stored.author != change.author
            || content.conflicts(with: stored.content, edited: Post.Edits())
    }

    private mutating func apply(_ unresolved: Change) {
        // This store never moves IDs.
        guard let change = unresolved.resolved({ _ in nil }) else { return }
        if case .postDeleted(let post) = change.action { return delete(post) }
        guard !removedUsers.contains(change.author), !isDeleted(change) else { return }
        switch change.readiness(existence) {
        case .ready: applyReady(change)
        case .pending(let dependency): pending[dependency, default: []].insert(change)
        case .obsolete: break
        }
    }

    private func isDeleted(_ change: Change) -> Bool {
        guard case .postAdded = change.action else { return false }
        return deletedPosts.contains(Post.ID(change.stamp))
    }

    private func existence(of dependency: Dependency) -> Existence {
        switch dependency {
        case .user(let id):
            removedUsers.contains(id) ? .deleted : usernames[id] == nil ? .missing : .present
        case .post(let id):
            deletedPosts.contains(id) ? .deleted : posts[id] == nil ? .missing : .present
        }
    }

    private mutating func applyReady(_ change: Change) {
        switch change.action {
        case .profileUpdated(let update): updateProfile(update, change)
        case .profileRemoved: removeUser(change.author)
        case .postAdded(let content): addPost(content, change)
        case .captionEdited(let post, let caption):
            guard let author = posts[post]?.author, change.canEdit(post, writtenBy: author) else {
                return
            }
            captions[post]?.merge(LWWRegister(caption, at: change.stamp))
        case .placeEdited(let post, let place):
            guard let author = posts[post]?.author, change.canEdit(post, writtenBy: author) else {
                return
            }
            places[post]?.merge(LWWRegister(place, at: change.stamp))
        case .altEdited(let post, let photo, let alt):
            guard let author = posts[post]?.author, change.canEdit(post, writtenBy: author),
                alts[post]?.indices.contains(photo) == true
            else { return }
            alts[post]?[photo].merge(LWWRegister(alt, at: change.stamp))
        case .liked(let post): setLike(true, of: post, change)
        case .unliked(let post): setLike(false, of: post, change)
        case .postDeleted, .commentAdded, .commentDeleted, .followed, .unfollowed: break
        }
    }

    private mutating func updateProfile(_ update: ProfileUpdate, _ change: Change) {
        if let avatar = update.avatar {
            let register = LWWRegister(avatar.value, at: change.stamp)
            if avatars[change.author]?.merge(register) == nil { avatars[change.author] = register }
        }
        guard let name = update.username else { return }
        let register = LWWRegister(name, at: change.stamp)
        guard usernames[change.author]?.merge(register) == nil else { return }
        usernames[change.author] = register
        release(.user(change.author))
    }

    private mutating func addPost(_ content: Post.Content, _ change: Change) {
        let id = Post.ID(change.stamp)
        var content = content
        if let stored = posts[id] {
            content.photos = zip(stored.content.photos, content.photos).map(Photo.merging)
        }
        posts[id] = Post(id: id, author: change.author, content: content)
        guard captions[id] == nil else { return }
        captions[id] = LWWRegister(content.caption, at: change.stamp)
        places[id] = LWWRegister(content.place, at: change.stamp)
        alts[id] = content.photos.map { LWWRegister($0.alt, at: change.stamp) }
        release(.post(id))
    }

    private mutating func setLike(_ isLiked: Bool, of post: Post.ID, _ change: Change) {
        let register = LWWRegister(isLiked, at: change.stamp)
        let stored = likes[post]?[change.author]
        guard let step = LWWRegister.step(from: stored, to: register) else { return }
        likes[post, default: [:]][change.author] = register
        likeCounts[post, default: 0] += step
    }

    private mutating func delete(_ id: Post.ID) {
        deletedPosts.insert(id)
        (posts[id], captions[id], likes[id], likeCounts[id]) = (nil, nil, nil, nil)
        (places[id], alts[id]) = (nil, nil)
        pending[.post(id)] = nil
        pending = pending.mapValues { changes in
            changes.filter { change in
                guard case .postAdded = change.action else { return true }
                return change.stamp != id.pushID
            }
        }
    }

    private mutating func removeUser(_ user: User.ID) {
        removedUsers.insert(user)
        for post in posts.values where post.author == user { delete(post.id) }
        for (post, likers) in likes {
            guard let like = likers[user] else { continue }
            likes[post]?[user] = nil
            if like.value { likeCounts[post, default: 0] -= 1 }
        }
        (usernames[user], avatars[user]) = (nil, nil)
        release(.user(user))
    }

    /// Applies the changes that were pending for a user or post, sorted by their JSON text.
    private mutating func release(_ dependency: Dependency) {
        let released = pending.removeValue(forKey: dependency) ?? []
        for change in released.sorted(by: { JSONText.of($0) < JSONText.of($1) }) { apply(change) }
    }
}
