package import TimelineCore

/// The numbers of stored rejections that limits apply to.
package struct RejectionCounts: Hashable, Sendable {
    /// The number of records rejected because of a block or a limit, at most
    /// ``SessionLimits/rejections``.
    package var unwanted: Int
    /// The number of too old records by users whose scopes the store does not want, at most
    /// ``SessionLimits/oldRejections``.
    package var tooOld: Int

    /// The number of deletions of something that the store does not hold, at most
    /// ``SessionLimits/rejections``.
    package var notHeld: Int

    /// Creates the counts.
    package init(unwanted: Int, tooOld: Int, notHeld: Int = 0) {
        self.unwanted = unwanted
        self.tooOld = tooOld
        self.notHeld = notHeld
    }

    /// The number of rejections that share the limit of a reason.
    package subscript(reason: RejectionReason) -> Int {
        get {
            switch reason {
            case .tooOld: tooOld
            case .notHeld: notHeld
            case .blocked, .limit, .unusable: unwanted
            }
        }
        set {
            switch reason {
            case .tooOld: tooOld = newValue
            case .notHeld: notHeld = newValue
            case .blocked, .limit, .unusable: unwanted = newValue
            }
        }
    }
}

extension RejectedRecord.Source {
    /// Returns whether ``SessionLimits`` limits the number of such rejections.
    ///
    /// A followed user may have any number of posts that are too old. Without a rejection, each
    /// session would transfer them again.
    package func isLimited(wanting scopes: Set<User.ID>) -> Bool {
        reason != .tooOld || !scopes.contains(author)
    }
}

extension AccountReader {
    /// Returns the numbers of those rejections that limits apply to.
    func rejectionCounts(wanting scopes: Set<User.ID>) throws -> RejectionCounts {
        var counts = RejectionCounts(unwanted: 0, tooOld: 0)
        for (reason, count) in try rejectionCounts(by: nil) { counts[reason] += count }
        guard counts.tooOld > 0 else { return counts }
        for author in scopes { counts.tooOld -= try rejectionCounts(by: author)[.tooOld] ?? 0 }
        return counts
    }

    /// Whether the store holds any rejections.
    var hasRejections: Bool { get throws { try !rejectionCounts(by: nil).isEmpty } }
}
