public import Foundation

/// What can be asked of the shared data, at one moment: nothing changes between two questions.
///
/// Only whom and what is there is answered: a removed user, a deleted post, and whatever still waits
/// for its author or its post, are nowhere to be seen. A list of users is ordered by the name shown. A limit of 0
/// or below gives an empty answer.
public protocol SocialReader {
    /// The newest stamp applied; ``PushID/min`` when there is none.
    func newestStamp() throws -> PushID

    /// The newest stamp of an author's changes, pending ones and those of removed users included;
    /// ``PushID/min`` when there is none.
    ///
    /// An author's identifiers and stamps are one sequence, which goes on above it.
    func newestStamp(of author: User.ID) throws -> PushID

    /// The present IDs of the posts and comments that were moved from IDs whose text ends with these characters, at most
    /// `limit`, in the order of the old IDs.
    func movedIDs(endingWith text: String, limit: Int) throws -> [PushID]

    // MARK: Users

    /// The user with an identifier.
    func user(_ id: User.ID) throws -> User?

    /// The user shown under a name, compared without case.
    func user(named name: String) throws -> User?

    /// A user's profile as `viewer` sees it.
    func profile(of id: User.ID, for viewer: User.ID?) throws -> ProfileView?

    /// One page of users.
    func users(_ query: UserQuery) throws -> [User]

    // MARK: Posts

    /// The posts named `ids`, in that order, as `viewer` sees them; those that are gone are left out.
    func posts(_ ids: [Post.ID], for viewer: User.ID?) throws -> [PostView]

    /// The posts of one author within a range, newest first.
    func postIDs(by author: User.ID, in range: PostRange) throws -> [Post.ID]

    /// Everyone's posts within a range, newest first.
    func postIDs(in range: PostRange) throws -> [Post.ID]

    /// The posts whose identifier ends with these characters, at most `limit`.
    func postIDs(endingWith text: String, limit: Int) throws -> [Post.ID]

    // MARK: The home timeline

    /// How many users a viewer follows; `nil` when there is no such viewer.
    func followingCount(of viewer: User.ID) throws -> Int?

    /// The viewer's posts and those of the followed users within a shard, newest first, found by a
    /// look at each author's newest posts.
    ///
    /// The viewer belongs to shard 0. The cost grows with the number of authors.
    func seekTimeline(
        of viewer: User.ID,
        shard: TimelineShard,
        in range: PostRange
    ) throws -> [Post.ID]

    /// The same for all followed users, found by going through everyone's posts downward.
    ///
    /// - Parameters:
    ///   - viewer: whose timeline it is.
    ///   - range: which part of it.
    ///   - budget: how many posts are gone through at most.
    /// - Returns: `nil` when the budget ended before the page was full, or would end so by the look of it.
    /// - Throws: a failure of storage.
    func scanTimeline(of viewer: User.ID, in range: PostRange, budget: Int) throws -> [Post.ID]?

    // MARK: Comments, likes, photos

    /// The comment with an identifier.
    func comment(_ id: Comment.ID) throws -> Comment?

    /// A post's comments after one of them (`nil`: from the first), oldest first.
    func comments(on post: Post.ID, after: Comment.ID?, limit: Int) throws -> [CommentView]

    /// The newest comments on a post, at most `limit`, oldest first.
    func newestComments(on post: Post.ID, limit: Int) throws -> [CommentView]

    /// The comments whose identifier ends with these characters, at most `limit`.
    func commentIDs(endingWith text: String, limit: Int) throws -> [Comment.ID]

    /// Those who like a post, by the name shown.
    func likers(of post: Post.ID, limit: Int) throws -> [User]

    /// Whether a post's photo or a user's picture has these bytes, also one that waits for its author.
    func names(_ blob: BlobID) throws -> Bool

    /// The bytes of a user's photos that wait for the user's profile.
    func pendingBlobs(of author: User.ID) throws -> [BlobID]

    /// The newest posts that show these bytes, at most `limit`.
    func postIDs(naming blob: BlobID, limit: Int) throws -> [Post.ID]

    /// Whether a visible post or a visible user's picture shows these bytes.
    ///
    /// - Parameters:
    ///   - blob: the bytes.
    ///   - user: the only author and user that count; `nil` for anyone.
    /// - Returns: whether the bytes are shown.
    /// - Throws: a failure of storage.
    func isShown(_ blob: BlobID, by user: User.ID?) throws -> Bool

    /// All bytes that a post's photo or a user's picture has.
    func referencedBlobs() throws -> Set<BlobID>

    // MARK: Found again

    /// The posts that carry a tag within a range, newest first.
    ///
    /// A post carries the tags of its caption and of its author's own comments.
    func postIDs(tagged tag: Tag, in range: PostRange) throws -> [Post.ID]

    /// The tags whose names begin with a folded text, those of most posts first, then by name.
    func tags(startingWith prefix: String, limit: Int) throws -> [TagCount]

    /// The texts before one of them that mention a name as it is shown, newest first.
    func texts(mentioning name: String, before: TextID, limit: Int) throws -> [TextID]

    /// The words of captions and comments that begin with a folded text, those written most often first, then
    /// in the order of their bytes.
    func words(startingWith prefix: String, limit: Int) throws -> [String]

    /// The texts that match a pattern, older than one of them and not older than another, newest first.
    func texts(
        matching pattern: TextPattern,
        before: TextID,
        from oldest: TextID,
        limit: Int
    ) throws -> [TextID]

    /// The posts that were taken in a vicinity within a range, newest first.
    func postIDs(near vicinity: Vicinity, in range: PostRange) throws -> [Post.ID]

    /// The posts from one on with the highest scores at a moment, as ``Popularity`` gives them: best first, of equal
    /// scores the newer first, none without likes and comments.
    func popularPostIDs(at now: Date, since: Post.ID, limit: Int) throws -> [Post.ID]
}

extension SocialReader {
    /// The post with an identifier, as `viewer` sees it.
    public func post(_ id: Post.ID, for viewer: User.ID?) throws -> PostView? {
        try posts([id], for: viewer).first
    }
}
