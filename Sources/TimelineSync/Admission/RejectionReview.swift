package import TimelineCore
import TimelineCrypto

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
        fileprivate func isObsolete(_ rejection: RejectedRecord.Source) -> Bool {
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

    /// The sources of the rejections to delete.
    package private(set) var forgotten: [RejectedRecord.Source] = []
    /// The records of further rejections to delete, which the store accepts in spite of their
    /// number.
    package private(set) var released: [RecordID] = []

    /// Whether there is nothing to delete.
    package var isEmpty: Bool { forgotten.isEmpty && released.isEmpty }

    /// Reviews rejections.
    ///
    /// Outside the wanted scopes, only deletions are offered, and judged again. On each new day, the
    /// oldest replies of each stranger in each scope that had exceeded the limit are released, up to
    /// the limit of one day.
    ///
    /// - Parameters:
    ///   - sources: The sources of all rejections of a store.
    ///   - circumstances: The present circumstances.
    ///   - hasChanged: Whether they differ from those of the last review in more than the day.
    ///   - isNewDay: Whether the last review was on another day.
    ///   - oldest: Returns the oldest rejections of a source, up to a limit.
    package init(
        of sources: Set<RejectedRecord.Source>,
        in circumstances: Circumstances,
        hasChanged: Bool,
        isNewDay: Bool,
        oldest: (RejectedRecord.Source, _ limit: Int) throws -> [RejectedRecord]
    ) rethrows {
        for source in sources {
            if hasChanged, circumstances.isObsolete(source) {
                forgotten.append(source)
            } else if isNewDay, source.reason == .limit, source.author != source.scope {
                released += try oldest(source, SessionLimits.strangerReplies).map(\.position.id)
            }
        }
    }
}
