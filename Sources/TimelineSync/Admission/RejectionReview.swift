import TimelineCrypto
package import TimelineCore

/// Decides which rejections a store forgets, so that peers offer the records again.
///
/// A store reviews its rejections before a sync, if the circumstances have changed since it last
/// did.
package struct RejectionReview {
    /// The circumstances on which reasons to reject records depend.
    package struct Circumstances: Hashable {
        /// The number of days since 1970 (UTC).
        package let day: UInt64
        private let wanted: Set<User.ID>
        private let blocked: Set<User.ID>
        private let oldestPost: UInt64

        /// Creates the circumstances of a store.
        ///
        /// - Parameters:
        ///   - milliseconds: The local clock in milliseconds since 1970.
        ///   - wanted: The scopes that the store wants.
        ///   - blocked: The users that the users of the store have blocked.
        ///   - oldestPost: The time of the oldest posts by others that the store accepts.
        package init(
            at milliseconds: UInt64,
            wanting wanted: Set<User.ID>,
            blocking blocked: Set<User.ID>,
            oldestPost: UInt64
        ) {
            day = SyncDay.containing(milliseconds)
            self.wanted = wanted
            self.blocked = blocked
            self.oldestPost = oldestPost
        }

        /// A hash of everything except the day.
        package var digest: [UInt8] {
            var hasher = SHA256()
            hasher.update(ScopesHash(of: wanted).bytes)
            hasher.update(ScopesHash(of: blocked).bytes)
            hasher.update((0..<8).map { UInt8(truncatingIfNeeded: oldestPost >> (56 - 8 * $0)) })
            return hasher.finalize().bytes
        }

        /// Returns whether a rejection is certainly obsolete.
        fileprivate func isObsolete(_ rejection: RejectedRecord) -> Bool {
            switch rejection.reason {
            case .blocked:
                return !wanted.contains(rejection.scope)
                    || blocked.isDisjoint(with: [rejection.author, rejection.scope])
            case .limit where rejection.scope == rejection.author:
                // An introduction.
                return wanted.contains(rejection.author)
            case .limit:
                return !wanted.contains(rejection.scope) || wanted.contains(rejection.author)
            case .tooOld: return !wanted.contains(rejection.scope)
            case .notHeld: return wanted.contains(rejection.scope)
            case .unusable: return false
            }
        }
    }

    /// An author and the scope of their replies.
    private struct Source: Hashable {
        let author: User.ID
        let scope: User.ID
    }

    /// The rejections to delete.
    package private(set) var forgotten: [RejectedRecord] = []
    /// The records of deleted rejections that the store accepts in spite of their number.
    package private(set) var released: [RecordID] = []

    /// Reviews rejections.
    ///
    /// Outside the wanted scopes, only deletions are offered, and judged again. On each new day, the
    /// oldest replies of each stranger in each scope that had exceeded the limit are released, up to
    /// the limit of one day.
    ///
    /// - Parameters:
    ///   - rejections: All rejections of a store.
    ///   - circumstances: The present circumstances.
    ///   - hasChanged: Whether they differ from those of the last review in more than the day.
    ///   - isNewDay: Whether the last review was on another day.
    package init(
        of rejections: [RejectedRecord],
        in circumstances: Circumstances,
        hasChanged: Bool,
        isNewDay: Bool
    ) {
        var surplus: [Source: [RecordPosition]] = [:]
        for rejection in rejections {
            if hasChanged, circumstances.isObsolete(rejection) {
                forgotten.append(rejection)
            } else if isNewDay, rejection.reason == .limit, rejection.author != rejection.scope {
                let source = Source(author: rejection.author, scope: rejection.scope)
                surplus[source, default: []].append(rejection.position)
            }
        }
        let oldest = surplus.values.flatMap { $0.sorted().prefix(SessionLimits.strangerReplies) }
        released = oldest.map(\.id)
        let ids = Set(released)
        forgotten += rejections.filter { ids.contains($0.position.id) }
    }
}
