import TimelineRecords

extension SocialState {
    /// Removes the records of a scope, along with the data from these records.
    ///
    /// The next call removes the profile, unless other data refers to the user.
    ///
    /// - Returns: The blobs that the records referenced, or `nil` if there was nothing to remove.
    mutating func forget(_ user: User.ID, keepingFollowsOf users: [User.ID]) -> [BlobID]? {
        let scope = user.recordID
        let kept = Set(users.map { RecordRegister.follow(scope, of: $0.recordID) })
        let forgotten = records.values.filter { record in
            record.body.scope == scope && !record.introducesAuthor
                && RecordRegister(of: record.body).map { !kept.contains($0) } ?? true
        }
        let blobs = forgotten.isEmpty ? hide(user) : forgotten.flatMap(\.blobs)
        guard let blobs else { return nil }
        remove(forgotten)
        for record in forgotten.sorted() {
            // The tombstone of a post remains. It has no effect on records.
            if case .postDeleted = record.body.content { continue }
            retract(record)
        }
        token = Self.newToken()
        commitCount += 1
        return blobs
    }

    private mutating func remove(_ forgotten: [VerifiedRecord]) {
        for record in forgotten {
            records[record.id] = nil
            if let register = RecordRegister(of: record.body) { registers[register] = nil }
        }
    }

    /// Removes the introductions and the profile of a user, unless other data refers to the user.
    ///
    /// - Returns: The blobs of the profile, or `nil` if there was nothing to remove.
    private mutating func hide(_ id: User.ID) -> [BlobID]? {
        guard let user = users[id], let username = user.username, !isReferenced(id) else {
            return nil
        }
        remove(records.values.filter { $0.body.author == id.recordID })
        claims[username.value]?.remove(id)
        users[id] = UserRecord()
        return user.avatar?.value?.blobs ?? []
    }

    private func isReferenced(_ id: User.ID) -> Bool {
        !(postsByAuthor[id]?.ids.isEmpty ?? true) || comments.values.contains { $0.author == id }
            || likes.values.contains { $0[id] != nil } || !(following[id]?.isEmpty ?? true)
            || !(followers[id]?.isEmpty ?? true)
            || records.values.contains { record in
                let isOwn = record.body.author == id.recordID
                let isLeaving = record.body.content.kind == .userLeft
                return record.body.scope == id.recordID
                    && (!record.introducesAuthor || isLeaving)
                    || isOwn && record.body.scope != id.recordID
            }
    }
}
