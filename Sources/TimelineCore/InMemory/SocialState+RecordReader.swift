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

    func records(addedAfter epoch: Int, limit: Int) -> [VerifiedRecord] {
        let added = records.values.filter { (recordArrivals[$0.id] ?? 0) > epoch }
        return Array(added.prefix(max(0, limit)))
    }

    func recordAuthors(inScopes scopes: Set<RecordUserID>) -> Set<RecordUserID> {
        Set(records.values.filter { scopes.contains($0.body.scope) }.map(\.body.author))
    }

    func photoBlobs(inScopes scopes: Set<RecordUserID>) -> Set<BlobID> {
        var blobs: Set<BlobID> = []
        for record in records.values where scopes.contains(record.body.scope) {
            guard case .postSet(let post, let content) = record.body.content,
                posts[Post.ID(post.id)] != nil
            else { continue }
            for photo in content.photos {
                blobs.insert(BlobID(photo.blob))
                if let preview = photo.preview { blobs.insert(BlobID(preview.blob)) }
            }
        }
        return blobs
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
                && times.contains(record.body.stamp.milliseconds)
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
