import Foundation
import TimelineCore

/// An entry of an archive to import: the statements of one person.
struct ImportStep: Sendable {
    let kind: FirebaseLedger.Kind
    /// The entry's location in the archive.
    let entry: String
    let author: ImportedPerson
    /// The statements, which are imported together: those of a user's key and profile, or one.
    let statements: [ImportedStatement]
    /// The picture of a post.
    var photo: PreparedPhoto?
    /// The locations of a profile's valid fields, which share the outcome of the profile.
    var fields: [String] = []
    /// Whether an earlier step is a like of the same post by the same user.
    var isDuplicateLike = false

    /// Whether the step creates its author.
    var isProfile: Bool { statements.contains { $0.username != nil } }
}

/// A statement of a person in an archive, which becomes a record when it is signed.
struct ImportedStatement: Sendable {
    let content: RecordContent
    var stamp: PushID
    /// The author of the post that the statement concerns, or `nil` if it concerns no other post.
    let postAuthor: User.ID?

    init(_ content: RecordContent, at stamp: PushID, postAuthor: User.ID? = nil) {
        self.content = content
        self.stamp = stamp
        self.postAuthor = postAuthor
    }

    /// The username that the statement claims.
    var username: Username? {
        if case .profileSet(.username(let username)) = content { username } else { nil }
    }

    /// Returns the statement as a body to sign, with the key that signs it.
    func body(by author: PersonKeys) -> (body: RecordBody, key: SigningKey) {
        let key = content.isSignedByRoot ? author.root : author.device
        let body = RecordBody(
            author: author.user,
            key: key.id,
            stamp: stamp,
            postAuthor: postAuthor,
            content: content
        )
        return (body, key)
    }

    /// Returns the registers that keep the statement out of a store if they are set: its own, and
    /// those of deletions.
    ///
    /// The first one is its own. Key records set none.
    func registers(of author: User.ID) -> [RecordRegister] {
        switch content {
        case .profileSet(let setting): [.profile(author, setting.field)]
        case .postSet(let post, _): [.post(post.id), .deletedPost(post.id)]
        case .commentAdded(_, let post, _):
            Self.registers(of: Comment.ID(stamp), on: post.id)
        case .liked(let post): [.like(author, post: post.id), .deletedPost(post.id)]
        case .followed(let user): [.follow(author, of: user)]
        default: []
        }
    }
}

extension ImportedStatement {
    private static func registers(of comment: Comment.ID, on post: Post.ID) -> [RecordRegister] {
        [
            .comment(comment), .deletedComment(comment), .hiddenComment(comment, post: post),
            .deletedPost(post),
        ]
    }
}

extension EntryError {
    /// Runs a check of the engine, and throws its error as a fault.
    static func rethrowing(_ check: () throws(TimelineError) -> Void) throws(EntryError) {
        do {
            try check()
        } catch {
            throw EntryError(error)
        }
    }
}
