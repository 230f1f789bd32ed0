import TimelineRecords

extension SocialState: RecordReader {
    func recordToken() -> [UInt8] { token }

    func record(setting register: RecordRegister) -> VerifiedRecord? { registers[register] }

    func records(withIDs ids: Set<RecordID>) -> [VerifiedRecord] { ids.compactMap { records[$0] } }

    func containsRecord(_ id: RecordID) -> Bool { records[id] != nil }

    func recordHeads(inScopes scopes: Set<RecordUserID>) -> [RecordHead] {
        records.values.filter { scopes.contains($0.body.scope) }
            .map { RecordHead(position: RecordPosition(of: $0), author: $0.body.author) }
    }

    func deletionHeads(inScopes scopes: Set<RecordUserID>) -> [RecordHead] {
        records.values
            .filter { scopes.contains($0.body.scope) && $0.body.content.kind?.isDeletion == true }
            .map { RecordHead(position: RecordPosition(of: $0), author: $0.body.author) }
    }

    func heldUsers(outside scopes: Set<RecordUserID>) -> Set<RecordUserID> {
        var users: Set<RecordUserID> = []
        for record in records.values where record.body.content.kind?.concernsDeletions == true {
            guard !scopes.contains(record.body.scope) else { continue }
            users.formUnion([record.body.scope, record.body.author])
        }
        return users.subtracting(scopes)
    }

    func records(addedIn epochs: ClosedRange<Int>, limit: Int) -> [VerifiedRecord] {
        let added = records.values.filter { epochs.contains(recordArrivals[$0.id] ?? 0) }
        return Array(added.prefix(max(0, limit)))
    }

    func photoReferences(of author: User.ID) -> [BlobReference] {
        let posts = posts.values.map(\.post).filter { $0.author == author }
        return posts.sorted { $0.id > $1.id }
            .flatMap { post in
                let time = post.id.pushID.milliseconds
                return post.content.photos.flatMap { references(to: $0, author, time) }
            }
    }

    func avatarReferences() -> [BlobReference] {
        users.flatMap { id, user -> [BlobReference] in
            guard let avatar = user.avatar, let photo = avatar.value else { return [] }
            return references(to: photo, id, avatar.stamp.milliseconds)
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

    func introductions(of users: Set<RecordUserID>) -> [VerifiedRecord] {
        records.values.filter { $0.introducesAuthor && users.contains($0.body.author) }
    }

    func records(
        inScope scope: RecordUserID,
        below position: RecordPosition?,
        limit: Int
    ) -> [VerifiedRecord] {
        let all = records.values.filter { record in
            record.body.scope == scope && !record.introducesAuthor
                && position.map { RecordPosition(of: record) < $0 } ?? true
        }
        let descending = all.sorted { RecordPosition(of: $1) < RecordPosition(of: $0) }
        return Array(descending.prefix(max(0, limit)))
    }

    func replies(to post: RecordPushID) -> [VerifiedRecord] {
        records.values.filter { record in
            switch record.body.content.kind {
            case .postSet, .postDeleted: false
            default: record.body.post == post
            }
        }
    }

    func replyCount(
        by author: RecordUserID,
        inScope scope: RecordUserID,
        times: Range<UInt64>
    ) -> Int {
        records.values.count { record in
            record.body.author == author && record.body.home == scope
                && record.body.replyTime.map { times.contains($0) } == true
        }
    }

    func scopesOfReplies(by author: RecordUserID) -> Set<RecordUserID> {
        Set(records.values.filter { $0.body.author == author }.compactMap(\.body.home))
    }

    func pendingReplyCount() -> Int {
        pendingRecords.reduce(0) { count, entry in
            if case .post = entry.key {
                count + entry.value.count { records[$0] != nil }
            } else {
                count
            }
        }
    }

    func follows(of user: RecordUserID) -> [VerifiedRecord] {
        registers.values.filter { $0.body.content.followedUser == user }
    }

    func usersFollowed(by user: RecordUserID) -> Set<RecordUserID> {
        Set(
            registers.values.compactMap { record in
                guard record.body.author == user, case .followed(let followed) = record.body.content
                else { return nil }
                return followed
            }
        )
    }
}
