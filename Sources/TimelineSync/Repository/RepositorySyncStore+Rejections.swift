package import TimelineCore

extension RepositorySyncStore {
    /// Returns whether the store holds what a record deletes.
    package func target(of deletion: VerifiedRecord) throws(SyncError) -> DeletionTarget {
        try reading { social, _ in try social.target(of: deletion) }
    }

    /// Returns whether a review has released a record that had exceeded a limit.
    package func isReleased(_ record: RecordID) throws(SyncError) -> Bool {
        try reading { _, accounts in
            try accounts.privateValue(forKey: StateKey.release(of: record)) != nil
        }
    }

    /// Forgets the rejections whose reasons no longer hold, and makes the next syncs with all folders
    /// read their packs again if there are any.
    @discardableResult
    package func reviewRejections(at milliseconds: UInt64) throws(SyncError) -> Bool {
        let isDue = try reading { social, accounts in
            try accounts.dueReview(social, at: milliseconds) != nil
        }
        guard isDue else { return false }
        return try translating {
            try repository.writeAccounts { social, accounts in
                try accounts.reviewRejections(social, at: milliseconds, engine.environment)
            }
        }
    }
}

/// The circumstances in which a store last reviewed its rejections.
private struct StoredReview: StateValue, Hashable {
    static let elementCount = 2

    let day: UInt64
    let digest: [UInt8]

    init(_ circumstances: RejectionReview.Circumstances) {
        (day, digest) = (circumstances.day, circumstances.digest)
    }

    init(reading reader: inout CBORReader) throws(RecordError) {
        day = try reader.unsigned()
        digest = Array(try reader.byteString())
    }

    func write(to writer: inout CBORWriter) {
        writer.write(day)
        writer.write(digest)
    }
}

extension AccountReader {
    /// Returns whether the circumstances differ from those of the last review, and there is anything
    /// to review.
    func isReviewDue(_ social: any SocialReader, at milliseconds: UInt64) throws -> Bool {
        try dueReview(social, at: milliseconds) != nil && hasRejections
    }

    /// Returns the present circumstances if they differ from those of the last review.
    fileprivate func dueReview(
        _ social: any SocialReader,
        at milliseconds: UInt64
    ) throws -> (circumstances: RejectionReview.Circumstances, last: StoredReview?)? {
        let circumstances = RejectionReview.Circumstances(
            at: milliseconds,
            wanting: try scopes(social),
            blocking: try blockedUsers(),
            oldestPost: try storageLimits().oldestPost ?? 0
        )
        let last = try state(StoredReview.self, forKey: StateKey.review)
        return last == StoredReview(circumstances) ? nil : (circumstances, last)
    }
}

extension AccountWriter {
    /// Forgets the rejections whose reasons no longer hold.
    ///
    /// - Returns: Whether there were any.
    @discardableResult
    func reviewRejections(
        _ social: any SocialReader,
        at milliseconds: UInt64,
        _ environment: TimelineEnvironment
    ) throws -> Bool {
        guard let (circumstances, last) = try dueReview(social, at: milliseconds) else {
            return false
        }
        let present = StoredReview(circumstances)
        let isNewDay = present.day != last?.day
        let review = try RejectionReview(
            of: rejectionSources(),
            in: circumstances,
            hasChanged: present.digest != last?.digest,
            isNewDay: isNewDay
        ) { try rejections(.source($0), limit: $1) }
        try setState(present, forKey: StateKey.review)
        try carryOut(review, isNewDay: isNewDay)
        guard !review.isEmpty else { return false }
        try renewStateToken(environment)
        try rereadFolders()
        return true
    }

    /// Deletes the rejections that a review has found obsolete, and stores which records it released.
    fileprivate func carryOut(_ review: RejectionReview, isNewDay: Bool) throws {
        if isNewDay {
            var former: [String] = []
            try forEachPrivateValue(withPrefix: StateKey.released) { value in
                former.append(value.key)
                return true
            }
            for key in former { try setPrivateValue(nil, forKey: key) }
        }
        for source in review.forgotten { try deleteRejections(.source(source)) }
        for record in review.released {
            try deleteRejections(.record(record))
            try setPrivateValue([], forKey: StateKey.release(of: record))
        }
    }

    /// Deletes what the store has noted about records that it accepts now.
    func removeRejections(of records: [VerifiedRecord]) throws {
        if try hasRejections {
            for record in records { try deleteRejections(.record(record.id)) }
        }
        let prefix = StateKey.released
        guard try !privateValues(withPrefix: prefix, after: nil, limit: 1).isEmpty else { return }
        for record in records {
            try setPrivateValue(nil, forKey: StateKey.release(of: record.id))
        }
    }
}

extension SocialReader {
    /// Returns whether the store holds what a record deletes.
    fileprivate func target(of deletion: VerifiedRecord) throws -> DeletionTarget {
        guard let register = RecordRegister(of: deletion) else { return .absent }
        if let record = try record(setting: register), record.scope == deletion.scope {
            let isReplaced = record.content.kind == .liked && deletion < record
            return isReplaced ? .replaced : .held
        }
        let isHeld =
            switch deletion.content {
            case .postDeleted(let post):
                try holds(.post(post.id), in: deletion.scope)
                    || replies(to: post.id).contains { $0.scope == deletion.scope }
            case .commentDeleted(let comment, _):
                try holds(.comment(comment.id), in: deletion.scope)
            case .commentHidden(let comment, _): try holds(.comment(comment), in: deletion.scope)
            case .keyAdded, .keyRevoked, .profileSet, .accountDeleted, .postSet, .commentAdded,
                .liked, .unliked, .followed, .unfollowed, .unknown:
                false
            }
        return isHeld ? .held : .absent
    }

    private func holds(_ register: RecordRegister, in scope: User.ID) throws -> Bool {
        try record(setting: register)?.scope == scope
    }
}
