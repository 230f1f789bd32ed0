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

    /// The photos of the post, or the avatar that the record sets.
    public var photos: [RecordPhoto] {
        switch content {
        case .postSet(_, let content): content.photos
        case .profileSet(.photo(let photo)): photo.map { [$0] } ?? []
        default: []
        }
    }
}
