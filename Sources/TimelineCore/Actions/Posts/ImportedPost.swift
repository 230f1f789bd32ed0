package import Foundation

/// A post that a user published elsewhere at a known time, and imports as their own.
///
/// The time and the source identity determine the ID, so each of the user's devices imports the
/// same entry under the same ID.
package struct ImportedPost: Sendable {
    /// The original time in milliseconds since 1970.
    package let milliseconds: UInt64
    /// The identity of the entry in its source.
    package let source: SourceIdentity
    /// The caption, the photos and the place.
    package let content: Post.Content
    /// The photos in `content`, with the bytes of their blobs.
    let photos: [PreparedPhoto]
    /// The texts of the comments that continue a caption too long for one post.
    package let continuation: [String]

    /// Creates a post without checking its values.
    package init(
        milliseconds: UInt64,
        source: SourceIdentity,
        caption: String,
        photos: [PreparedPhoto],
        place: Place?,
        continuation: [String] = []
    ) {
        self.milliseconds = milliseconds
        self.source = source
        self.photos = photos
        self.continuation = continuation
        content = Post.Content(caption: caption, photos: photos.map(\.photo), place: place)
    }

    /// Returns the ID of the post if `author` imports it.
    package func id(by author: User.ID) -> Post.ID { boundID(by: author).id }

    /// Returns the ID and the nonce that proves its author.
    func boundID(by author: User.ID) -> BoundID<Post> {
        source.boundID(at: milliseconds, by: author)
    }

    /// Returns the comments that continue the caption, with their IDs.
    ///
    /// They follow the post at intervals of one millisecond.
    func comments(by author: User.ID) -> [(comment: Comment, id: BoundID<Comment>)] {
        let post = boundID(by: author).id
        return continuation.enumerated()
            .map { index, text in
                let id = BoundID<Comment>(
                    milliseconds: milliseconds + 1 + UInt64(index),
                    nonce: source.nonce,
                    author: author,
                    on: post
                )
                return (Comment(id: id.id, post: post, author: author, text: text), id)
            }
    }

    /// Checks every value of the post and its comments.
    ///
    /// - Throws: The ``TimelineError`` for the first invalid value.
    package func validate(now: Date) throws(TimelineError) {
        let author = User.ID(UUID())
        try id(by: author).pushID.validate(now: now)
        try content.validate()
        for (comment, id) in comments(by: author) {
            try id.stamp.validate(now: now)
            try TextField.comment.check(comment.text)
        }
    }
}
