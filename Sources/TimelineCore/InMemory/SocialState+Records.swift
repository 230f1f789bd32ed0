/// The answers about records, and about what they reference.
extension SocialState: RecordReader {
    private var live: [VerifiedRecord] { records.values.map(\.record) }

    func recordToken() -> [UInt8] { token }

    func record(setting register: RecordRegister) -> VerifiedRecord? { registers[register]?.record }

    func records(withIDs ids: Set<RecordID>) -> [VerifiedRecord] {
        ids.compactMap { records[$0]?.record }
    }

    func recordHeads(
        inScopes scopes: Set<User.ID>,
        onlyDeletions isDeletion: Bool
    ) -> [RecordHead] {
        live.filter { record in
            scopes.contains(record.scope)
                && (!isDeletion || record.content.kind?.isDeletion == true)
        }
        .map { RecordHead(position: RecordPosition(of: $0), author: $0.author) }
    }

    func heldUsers(outside scopes: Set<User.ID>) -> Set<User.ID> {
        var users: Set<User.ID> = []
        for record in live where record.content.kind?.concernsDeletions == true {
            guard !scopes.contains(record.scope) else { continue }
            users.formUnion([record.scope, record.author])
        }
        return users.subtracting(scopes)
    }

    func records(addedIn epochs: ClosedRange<Int>, limit: Int) -> [VerifiedRecord] {
        let added = records.values.filter { epochs.contains($0.commit) }
        return added.prefix(max(0, limit)).map(\.record)
    }

    func introductions(of users: Set<User.ID>, onlyKeys isKey: Bool) -> [VerifiedRecord] {
        live.filter { record in
            record.introducesAuthor && users.contains(record.author)
                && (!isKey || record.content.kind == .keyAdded)
        }
    }

    func records(
        inScope scope: User.ID,
        below position: RecordPosition?,
        limit: Int
    ) -> [VerifiedRecord] {
        let all = live.filter { record in
            record.scope == scope && !record.introducesAuthor
                && position.map { RecordPosition(of: record) < $0 } ?? true
        }
        let descending = all.sorted { RecordPosition(of: $1) < RecordPosition(of: $0) }
        return Array(descending.prefix(max(0, limit)))
    }

    func replies(to post: Post.ID) -> [VerifiedRecord] {
        live.filter { $0.concernedPost == post && $0.content.kind?.isOnPost == true }
    }

    func replyCount(
        by author: User.ID,
        inScope scope: User.ID,
        times: Range<UInt64>
    ) -> Int {
        live.count { record in
            record.author == author && record.home == scope
                && record.replyTime.map { times.contains($0) } == true
        }
    }

    func scopesOfReplies(by author: User.ID) -> Set<User.ID> {
        Set(live.filter { $0.author == author }.compactMap(\.home))
    }

    func pendingReplyCount() -> Int {
        let view = view
        return live.count { record in
            switch record.content {
            case .commentAdded(_, let post, _), .liked(let post), .unliked(let post):
                view.posts[post.id] == nil
            case .keyAdded, .keyRevoked, .profileSet, .accountDeleted, .postSet, .postDeleted,
                .commentDeleted, .commentHidden, .followed, .unfollowed, .unknown:
                false
            }
        }
    }

    func follows(by follower: User.ID?, of followed: User.ID?) -> [VerifiedRecord] {
        live.filter { record in
            guard let user = record.content.followedUser else { return false }
            return (followed ?? user) == user
                && (follower ?? record.author) == record.author
        }
    }

    func forEachRecord(_ body: (VerifiedRecord) throws -> Void) throws {
        let ascending = live.sorted { RecordPosition(of: $0) < RecordPosition(of: $1) }
        for record in ascending { try body(record) }
    }

    // MARK: Blobs

    /// Returns whether a live record references a blob.
    ///
    /// It may not have an effect yet, but it would need the blob as soon as it has.
    func isReferenced(_ blob: BlobID) -> Bool { live.contains { $0.blobs.contains(blob) } }

    func referencedBlobs(after cursor: BlobID?, limit: Int) -> Page<BlobID, BlobID> {
        let rest = Set(live.flatMap(\.blobs)).filter { blob in cursor.map { blob > $0 } ?? true }
        return Page(sorting: rest, limit: limit)
    }

    func blobReferences(of authors: Set<User.ID>) -> [BlobReference] {
        let posts = view.posts.values.filter { authors.contains($0.author) }
            .flatMap { post in
                post.content.photos
                    .flatMap { references(to: $0, post.author, post.id.milliseconds) }
            }
        return posts
            + records.values.flatMap { held -> [BlobReference] in
                guard case .profileSet(.photo(let photo?)) = held.content else { return [] }
                return references(to: photo, held.author, held.stamp.milliseconds)
            }
    }

    private func references(
        to photo: Photo,
        _ author: User.ID,
        _ milliseconds: UInt64
    ) -> [BlobReference] {
        BlobReference.references(
            to: (photo.blob, photo.byteCount),
            preview: photo.preview.map { ($0.blob, $0.byteCount) },
            author: author,
            milliseconds: milliseconds
        )
    }

    func access(
        to blob: BlobID,
        for viewer: User.ID?,
        where isIncluded: (User.ID) throws -> Bool
    ) rethrows -> PhotoAccess? {
        let accesses = shownPhotos.compactMap { user, photo in
            PhotoAccess(to: blob, of: photo, isOwn: user == viewer).map { (user, $0) }
        }
        if let own = accesses.first(where: { $0.1.isOwn }) { return own.1 }
        return try accesses.first { try isIncluded($0.0) }?.1
    }

    /// The photos of the visible posts and users.
    private var shownPhotos: [(user: User.ID, photo: Photo)] {
        let view = view
        return view.users.values.compactMap { user in user.avatar.map { (user.id, $0) } }
            + view.posts.values.flatMap { post in post.content.photos.map { (post.author, $0) } }
    }
}
