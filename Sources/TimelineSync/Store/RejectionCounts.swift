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

    /// Counts those rejections that limits apply to.
    package init(of rejections: some Sequence<RejectedRecord>, wanting scopes: Set<User.ID>) {
        self.init(unwanted: 0, tooOld: 0)
        for rejection in rejections where rejection.isLimited(wanting: scopes) {
            self[rejection.reason] += 1
        }
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
