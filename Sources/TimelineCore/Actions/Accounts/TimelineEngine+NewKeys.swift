import TimelineCrypto
import Foundation
import TimelineRecords

extension TimelineEngine {
    /// Creates keys for a user who has none, gives the user and the user's posts and comments new
    /// IDs, and signs them, in one transaction.
    ///
    /// Posts and comments keep their times. Comments, likes and follows are signed if the other
    /// user also has keys. All others stay unsigned.
    ///
    /// - Returns: The account with the current ID of the user.
    /// - Throws: A storage error.
    func addingKeys(
        to verified: VerifiedAccount,
        under password: Password
    ) async throws -> VerifiedAccount {
        let account = verified.account
        // The ID of an imported user may look like one derived from a key.
        let hasKeys = try await readWithAccounts { social, accounts in
            try accounts.keys(of: account.user) != nil
                || !social.introductions(of: [account.user.recordID]).isEmpty
        }
        guard !hasKeys else { return verified }
        let root = environment.makeSigningKey()
        let user = User.ID(RecordUserID(rootKey: root.verifyingKey))
        let keys = try await newKeys(under: password, root: root)
        let conversion = try await fileWrites.run { [repository] in
            var past = PastItems()
            return try repository.convertUser { social, accounts in
                guard try verified.current(accounts) != nil,
                    try accounts.keys(of: account.user) == nil,
                    try social.user(account.user) != nil
                else { return nil }
                past = try social.pastItems(of: account.user, for: user)
                return past.conversion(from: account.user, to: user)
            } drafting: { social, accounts in
                try accounts.setKeys(keys, of: user)
                try accounts.setCurrentID(user, ofFormer: account.user)
                return try signed(past, of: user, keys, root, social)
            }
        }
        guard conversion != nil else { return verified }
        return VerifiedAccount(account: account.moved(to: user), rehash: verified.rehash)
    }

    /// Signs everything that a user with new keys has posted, written, liked and followed, as far
    /// as it concerns users with keys.
    private func signed(
        _ past: PastItems,
        of user: User.ID,
        _ keys: UserKeys,
        _ root: SigningKey,
        _ social: any SocialReader
    ) throws -> CheckedBatch {
        var minter = try minter(for: user, keys.device, above: social)
        try minter.add(.keyAdded(keys.certificate(root: root)), signedByRoot: root)
        for (content, id) in past.posts.values { try minter.add(content, withID: id) }
        for (comment, id) in past.comments.values {
            let post = past.posts[comment.post]?.id
            try minter.add(comment, withID: id, on: post)
        }
        return try minter.batch(of: social.pastActions(of: user))
    }
}

extension Account {
    fileprivate func moved(to user: User.ID) -> Account {
        Account(
            user: user,
            email: email,
            passwordHash: passwordHash,
            createdAt: createdAt,
            passwordResetAt: passwordResetAt
        )
    }
}

extension PushID {
    /// The nonce that binds the new ID of an item from an earlier version: the first 8 bytes of the
    /// SHA-256 of the old ID.
    ///
    /// Two stores with the same item therefore compute the same nonce.
    var conversionNonce: IDNonce {
        let digest = SHA256.hash(bytes).bytes
        return IDNonce(number: digest.prefix(8).reduce(0) { $0 << 8 | UInt64($1) })
    }
}

/// The new IDs of posts and comments that a user made before receiving keys, by their old IDs.
private struct PastItems {
    var posts: [Post.ID: (content: PostContent, id: BoundID)] = [:]
    var comments: [Comment.ID: (comment: Comment, id: BoundID)] = [:]

    func conversion(from former: User.ID, to user: User.ID) -> UserConversion {
        UserConversion(
            from: former,
            to: user,
            posts: posts.mapValues { Post.ID($0.id.id) },
            comments: comments.mapValues { Comment.ID($0.id.id) }
        )
    }
}

extension SocialReader {
    /// Returns a user's posts, along with the user's comments on posts that have or receive bound
    /// IDs.
    fileprivate func pastItems(of former: User.ID, for user: User.ID) throws -> PastItems {
        var items = PastItems()
        for post in try allPosts(by: former) {
            items.posts[post.id] = (post.content.recordContent, post.id.pushID.bound(to: user))
        }
        for comment in try allComments(by: former) {
            let own = items.posts[comment.post].map { Post.ID($0.id.id) }
            let post = try own ?? signedPost(comment.post)
            guard let post else { continue }
            items.comments[comment.id] = (comment, comment.id.pushID.bound(to: user, on: post))
        }
        return items
    }

    /// Returns the ID of a post if a record sets it.
    private func signedPost(_ post: Post.ID) throws -> Post.ID? {
        try record(setting: .post(post.recordID)) == nil ? nil : post
    }

    fileprivate func allPosts(by user: User.ID) throws -> [Post] {
        var posts: [Post] = []
        try forEachPage(ofPostsBy: user) { page in
            posts += page.map { view in
                let content = Post.Content(
                    caption: view.caption,
                    photos: view.photos,
                    place: view.place
                )
                return Post(id: view.id, author: user, content: content)
            }
        }
        return posts
    }

    fileprivate func allComments(by user: User.ID) throws -> [Comment] {
        var comments: [Comment] = []
        var after: Comment.ID?
        while true {
            let ids = try commentIDs(by: user, after: after, limit: 500)
            guard let last = ids.last else { return comments }
            comments += try ids.compactMap { try comment($0) }
            after = last
        }
    }

    /// Returns the actions that produce a user's profile, follows and likes, as far as they concern
    /// users with keys.
    fileprivate func pastActions(of user: User.ID) throws -> [Change.Action] {
        let profile = try requireUser(user)
        var update = ProfileUpdate()
        // The displayed username may have a suffix, unlike the claimed username.
        update.username = try Username(String(profile.username.prefix { $0 != "~" }))
        update.displayName = profile.displayName.map { .set($0) }
        update.bio = profile.bio.map { .set($0) }
        update.url = profile.url.map { .set($0) }
        update.avatar = profile.avatar.map { .set($0) }
        var actions: [Change.Action] = [.profileUpdated(update)]
        let followed = try users(UserQuery(.followed(by: user), limit: .max)).map(\.id)
        actions += followed.filter(\.isDerivedFromKey).map { .followed($0) }
        let keyed = try users(UserQuery(limit: .max)).map(\.id).filter(\.isDerivedFromKey)
        for author in keyed {
            let ids = try allPosts(by: author).map(\.id)
            let liked = try posts(ids, for: user).filter(\.likedByViewer).map(\.id)
            actions += liked.map { .liked($0) }
        }
        return actions
    }
}

extension PushID {
    /// Returns an ID with the same time, bound to the author, and the nonce that binds it.
    fileprivate func bound(to author: User.ID, on post: Post.ID? = nil) -> BoundID {
        BoundID(
            milliseconds: milliseconds,
            nonce: conversionNonce,
            author: author.recordID,
            on: post?.recordID
        )
    }
}
