@testable import TimelineCore

/// The rules of `liveSet(of:)`, each written as a comparison of every record with every other
/// record.
///
/// This oracle shares no code with the function, and uses no sets of keys, deletions or registers.
struct NaiveLiveSet {
    /// The parts of a record that the rules refer to.
    private struct Fact {
        let id: RecordID
        let kind: UInt64
        let author: User.ID
        let key: KeyID
        let stamp: PushID
        let home: User.ID?
        var post: PushID?
        var comment: PushID?
        var field: UInt64?
        var other: User.ID?
        var deviceKey: KeyID?
        var revocation: KeyRevocation?

        init(_ record: VerifiedRecord) {
            id = record.id
            author = record.author
            key = record.key
            stamp = record.stamp
            home = record.home
            switch record.content {
            case .keyAdded(let certificate): (kind, deviceKey) = (1, certificate.device.id)
            case .keyRevoked(let part): (kind, deviceKey, revocation) = (2, part.key, part)
            case .profileSet(let setting): (kind, field) = (3, setting.field.rawValue)
            case .accountDeleted: kind = 4
            case .postSet(let post, _): (kind, self.post) = (5, post.stamp)
            case .postDeleted(let post): (kind, self.post) = (6, post.stamp)
            case .commentAdded(_, let post, _): (kind, self.post, comment) = (7, post.stamp, stamp)
            case .commentDeleted(let bound, let post):
                (kind, self.post, comment) = (8, post.stamp, bound.stamp)
            case .commentHidden(let hidden, let post):
                (kind, self.post, comment) = (9, post.stamp, hidden.pushID)
            case .liked(let post): (kind, self.post) = (10, post.stamp)
            case .unliked(let post): (kind, self.post) = (11, post.stamp)
            case .followed(let user): (kind, other) = (12, user)
            case .unfollowed(let user): (kind, other) = (13, user)
            case .unknown(let number, _): kind = number
            }
        }

        var isSignedByRoot: Bool { kind == 1 || kind == 2 || kind == 4 }

        /// Returns whether the two records set the same register.
        ///
        /// The deletion of a comment and its hiding by the author of the post are separate
        /// registers.
        func sharesRegister(with that: Fact) -> Bool {
            switch (kind, that.kind) {
            case (3, 3): author == that.author && field == that.field
            case (4, 4): author == that.author
            case (5, 5), (6, 6): post == that.post
            case (7, 7), (8, 8): comment == that.comment
            case (9, 9): comment == that.comment && post == that.post
            case (10, 10), (10, 11), (11, 10), (11, 11):
                author == that.author && post == that.post
            case (12, 12), (12, 13), (13, 12), (13, 13):
                author == that.author && other == that.other
            default: false
            }
        }
    }

    /// Returns the IDs of the live records.
    static func ids(of records: [VerifiedRecord]) -> Set<RecordID> {
        var facts: [Fact] = []
        for fact in records.map(Fact.init) where !facts.contains(where: { $0.id == fact.id }) {
            facts.append(fact)
        }
        facts = keepUnvoided(facts)
        facts = keepPresent(facts)
        facts = keepUndeleted(facts)
        facts = facts.filter { fact in
            !facts.contains { other in
                guard other.sharesRegister(with: fact) else { return false }
                return other.stamp > fact.stamp || other.stamp == fact.stamp && other.id > fact.id
            }
        }
        return Set(facts.map(\.id))
    }

    /// Applies rule 1: drops records of missing keys, and those that the revocations of their key do
    /// not list or, while none is complete, that lie above a last stamp.
    private static func keepUnvoided(_ facts: [Fact]) -> [Fact] {
        let accepted = facts.filter { fact in
            facts.contains { added in
                added.kind == 1 && added.author == fact.author
                    && (fact.isSignedByRoot || added.deviceKey == fact.key)
            }
        }
        return accepted.filter { fact in
            if fact.isSignedByRoot { return true }
            let parts = accepted.filter { $0.author == fact.author && $0.revocation != nil }
                .compactMap(\.revocation).filter { $0.key == fact.key }
            let complete = parts.filter { isComplete($0, among: parts) }
            if complete.isEmpty { return parts.allSatisfy { fact.stamp <= $0.last } }
            return complete.contains { part in
                part.list.contains { fact.id.bytes.starts(with: $0.bytes) }
            }
        }
    }

    /// Returns whether all parts of a revocation are present, and none contradicts another.
    private static func isComplete(_ part: KeyRevocation, among all: [KeyRevocation]) -> Bool {
        let parts = all.filter { $0.id == part.id }
        let agree = parts.allSatisfy { one in
            parts.allSatisfy { other in
                one.parts == other.parts && (one.part != other.part || one.list == other.list)
            }
        }
        return agree
            && (1...part.parts)
                .allSatisfy { number in
                    parts.contains { $0.part == number }
                }
    }

    /// Applies rule 2: drops the records of users with deleted accounts, and replies to their
    /// posts.
    private static func keepPresent(_ facts: [Fact]) -> [Fact] {
        let leaving = facts.filter { $0.kind == 4 }
        return facts.filter { fact in
            !leaving.contains { left in
                fact.home == left.author || fact.author == left.author && !fact.isSignedByRoot
            }
        }
    }

    /// Applies rule 3: drops deleted and hidden items, and replies to deleted posts.
    private static func keepUndeleted(_ facts: [Fact]) -> [Fact] {
        facts.filter { fact in
            !facts.contains { deletion in
                switch deletion.kind {
                case 6: fact.kind != 6 && fact.post == deletion.post
                case 8: fact.kind == 7 && fact.comment == deletion.comment
                case 9:
                    fact.kind == 7 && fact.comment == deletion.comment
                        && fact.post == deletion.post
                default: false
                }
            }
        }
    }
}
