extension RecordBody {
    /// The ID of the post that the record concerns, or `nil` if it concerns no post.
    public var post: Post.ID? {
        switch content {
        case .postSet(let post, _), .postDeleted(let post), .commentAdded(_, let post, _),
            .commentDeleted(_, let post), .commentHidden(_, let post), .liked(let post),
            .unliked(let post):
            post.id
        case .keyAdded, .keyRevoked, .profileSet, .accountDeleted, .followed, .unfollowed, .unknown:
            nil
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
    public var photos: [Photo] {
        switch content {
        case .postSet(_, let content): content.photos
        case .profileSet(.photo(let photo)): photo.map { [$0] } ?? []
        default: []
        }
    }
}

extension RecordBody {
    /// Checks everything that does not depend on other records: that the values are within their
    /// limits, and that the author may make the statement.
    ///
    /// - Throws: The error that describes the first invalid value.
    func check() throws(RecordError) {
        do throws(TimelineError) {
            try content.validate()
        } catch {
            throw .invalidValue(error)
        }
        if let kind = content.kind, home != nil, !kind.isReply { throw .unexpectedHome }
        switch content {
        case .keyAdded(let certificate): try check(certificate)
        case .keyRevoked(let revocation):
            guard revocation.key != key else { throw .rootKeyIsNotADevice }
            guard revocation.isValid else { throw .invalidRevocation }
        case .postSet(let post, _):
            try check(post, author)
            guard stamp >= post.stamp else { throw .stampBeforePost }
        case .postDeleted(let post), .commentHidden(_, let post): try check(post, author)
        case .commentAdded(let nonce, let post, _):
            try check(post, scope)
            try check(BoundID<Comment>(id: Comment.ID(stamp), nonce: nonce), author, on: post)
        case .commentDeleted(let comment, let post):
            try check(post, scope)
            try check(comment, author, on: post)
        case .liked(let post), .unliked(let post): try check(post, scope)
        case .followed(let user), .unfollowed(let user):
            guard user != author else { throw .invalidValue(.selfFollow) }
        case .unknown(let number, let content):
            guard RecordKind(rawValue: number) == nil else { throw .malformed }
            var reader = CBORReader(content)
            _ = try reader.encodedValue(
                level: Self.contentLevel,
                maximumLevel: SignedRecord.maximumDepth
            )
            try reader.finish()
        case .profileSet, .accountDeleted: break
        }
    }

    private func check(_ certificate: DeviceCertificate) throws(RecordError) {
        guard author == User.ID(rootKey: certificate.root), key == certificate.root.id
        else { throw .wrongRoot }
        guard certificate.device.id != key else { throw .rootKeyIsNotADevice }
    }

    private func check<Subject>(
        _ bound: BoundID<Subject>,
        _ owner: User.ID,
        on post: BoundID<Post>? = nil
    ) throws(RecordError) {
        guard bound.isBound(to: owner, on: post?.id) else { throw .unboundID(bound.stamp) }
    }
}
