extension RecordBody {
    /// The ID of the post that the record concerns, or `nil` if it concerns no post.
    public var post: RecordPushID? {
        switch content {
        case .postSet(let post, _), .postDeleted(let post), .commentAdded(_, let post, _),
            .commentDeleted(_, let post), .commentHidden(_, let post), .liked(let post),
            .unliked(let post):
            post.id
        case .keyAdded, .keyEnded, .profileSet, .userLeft, .followed, .unfollowed, .unknown: nil
        }
    }

    /// The time at which the record counts as a reply, in milliseconds since 1970, or `nil` if it
    /// does not count.
    ///
    /// Removing a reply neither uses a limit nor makes room: the record that deletes a comment
    /// counts in its place, and the one that removes a like replaces it.
    package var replyTime: UInt64? {
        switch content {
        case .commentDeleted(let comment, _): comment.id.milliseconds
        case .unliked: nil
        default: stamp.milliseconds
        }
    }

    /// The photos of the post, or the avatar that the record sets.
    public var photos: [RecordPhoto] {
        switch content {
        case .postSet(_, let content): content.photos
        case .profileSet(.photo(let photo)): photo.map { [$0] } ?? []
        default: []
        }
    }
}
