import TimelineCore
@testable import SyncTestSupport

/// An oracle for the live set, which implements the rules in the section “The live set” of
/// `Docs/Protocol.md` literally.
///
/// It was written independently of `liveSet(of:)`. It takes quadratic time, because it only has to
/// be correct.
enum Oracle {
    /// Returns the live records among all records that were ever made.
    static func live(of records: some Sequence<VerifiedRecord>) -> Set<VerifiedRecord> {
        var distinct: [RecordID: VerifiedRecord] = [:]
        for record in records { distinct[record.id] = record }
        let all = Array(distinct.values)
        let valid = all.filter { hasKey($0, in: all) && !isVoid($0, in: all) }
        let remaining = valid.filter { !isGoneWithLeaver($0, in: valid) }
        let notDeleted = remaining.filter { !isDeleted($0, in: remaining) }
        return Set(notDeleted.filter { isHighest($0, in: notDeleted) })
    }

    /// Returns whether the key of a record was added.
    ///
    /// This is the first half of rule 1: a record is not accepted without the record that adds its
    /// key.
    private static func hasKey(_ record: VerifiedRecord, in all: [VerifiedRecord]) -> Bool {
        all.contains { other in
            guard case .keyAdded(let certificate) = other.content,
                other.author == record.author
            else { return false }
            let key =
                record.content.isSignedByRoot ? certificate.root.id : certificate.device.id
            return key == record.key
        }
    }

    /// Returns whether the revocations of a record's key make it void.
    ///
    /// This is the second half of rule 1: a record is live if a complete revocation lists it or, while
    /// none is complete, if its stamp is not above the lowest last stamp.
    private static func isVoid(_ record: VerifiedRecord, in all: [VerifiedRecord]) -> Bool {
        guard !record.content.isSignedByRoot else { return false }
        var revocations: [RevocationID: [KeyRevocation]] = [:]
        for other in all where other.author == record.author {
            guard case .keyRevoked(let part) = other.content, part.key == record.key
            else { continue }
            revocations[part.id, default: []].append(part)
        }
        guard let lowest = revocations.values.joined().map(\.last).min() else { return false }
        let complete = revocations.values.filter(isComplete)
        guard !complete.isEmpty else { return record.stamp > lowest }
        let start = Array(record.id.bytes.prefix(16))
        return !complete.joined().contains { part in part.list.contains { $0.bytes == start } }
    }

    /// Returns whether the parts of a revocation are complete and do not contradict each other.
    private static func isComplete(_ parts: [KeyRevocation]) -> Bool {
        guard Set(parts.map(\.parts)).count == 1, let count = parts.first?.parts else {
            return false
        }
        return (1...count)
            .allSatisfy { number in
                Set(parts.filter { $0.part == number }.map(\.list)).count == 1
            }
    }

    /// Returns whether a record is removed because a user has deleted their account.
    ///
    /// This is rule 2: once a user has deleted their account, only their key records and the record
    /// of the deletion remain, and no replies to their posts.
    private static func isGoneWithLeaver(
        _ record: VerifiedRecord,
        in valid: [VerifiedRecord]
    ) -> Bool {
        let deletedAccounts = valid.filter { $0.content == .accountDeleted }.map(\.author)
        if let home = record.home, deletedAccounts.contains(home) { return true }
        guard deletedAccounts.contains(record.author) else { return false }
        switch record.content {
        case .keyAdded, .keyRevoked, .accountDeleted: return false
        default: return true
        }
    }

    /// Returns whether a record is removed because a post or comment was deleted or hidden.
    ///
    /// This is rule 3: the deletion of a post removes the post and all replies, including the
    /// records that delete replies. The deletion or hiding of a comment removes the comment.
    private static func isDeleted(
        _ record: VerifiedRecord,
        in remaining: [VerifiedRecord]
    ) -> Bool {
        guard let post = post(of: record) else { return false }
        return remaining.contains { other in
            guard other.scope == record.scope else { return false }
            switch (other.content, record.content) {
            case (.postDeleted, .postDeleted): return false
            case (.postDeleted(let deleted), _): return deleted.id == post
            case (.commentDeleted(let comment, let commented), .commentAdded):
                return commented.id == post && comment.stamp == record.stamp
                    && other.author == record.author
            case (.commentHidden(let comment, let commented), .commentAdded):
                return commented.id == post && comment.pushID == record.stamp
            default: return false
            }
        }
    }

    /// Returns whether a record cannot be live along with a deletion: of its post, itself or its
    /// author.
    static func deletes(_ deletion: VerifiedRecord, _ record: VerifiedRecord) -> Bool {
        if deletion.content == .accountDeleted {
            return isGoneWithLeaver(record, in: [deletion])
        }
        if case .unliked = deletion.content {
            return register(of: deletion) == register(of: record) && record < deletion
        }
        return isDeleted(record, in: [deletion])
    }

    /// Returns whether a record is the highest by (stamp, ID) in its LWW register.
    ///
    /// This is rule 4: only the highest record of each register remains.
    private static func isHighest(_ record: VerifiedRecord, in all: [VerifiedRecord]) -> Bool {
        guard let register = register(of: record) else { return true }
        return !all.contains { record < $0 && self.register(of: $0) == register }
    }

    /// Returns the name of the register, or `nil` for key records and unknown kinds, all of which
    /// remain.
    private static func register(of record: VerifiedRecord) -> [String]? {
        let author = "\(record.author)"
        let post = post(of: record).map { "\(record.scope) \($0)" } ?? ""
        switch record.content {
        case .keyAdded, .keyRevoked, .unknown: return nil
        case .profileSet(let setting): return ["profile", author, "\(setting.field)"]
        case .accountDeleted: return ["left", author]
        case .postSet: return ["post", post]
        case .postDeleted: return ["post tombstone", post]
        case .commentAdded: return ["comment", author, post, "\(record.stamp)"]
        case .commentDeleted(let comment, _):
            return ["comment tombstone", author, post, "\(comment.id)"]
        case .commentHidden(let comment, _): return ["hidden comment", post, "\(comment)"]
        case .liked, .unliked: return ["like", author, post]
        case .followed(let user), .unfollowed(let user): return ["follow", author, "\(user)"]
        }
    }

    /// Returns the ID of the post that a record concerns.
    private static func post(of record: VerifiedRecord) -> Post.ID? {
        switch record.content {
        case .postSet(let post, _), .postDeleted(let post), .commentAdded(_, let post, _),
            .commentDeleted(_, let post), .commentHidden(_, let post), .liked(let post),
            .unliked(let post):
            post.id
        case .keyAdded, .keyRevoked, .profileSet, .accountDeleted, .followed, .unfollowed, .unknown:
            nil
        }
    }
}
