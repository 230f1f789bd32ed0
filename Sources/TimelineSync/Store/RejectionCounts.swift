/// The numbers of stored rejections that limits apply to.
public struct RejectionCounts: Hashable, Sendable {
    /// The number of records rejected because of a block or a limit, at most
    /// ``SessionLimits/rejections``.
    public var unwanted: Int
    /// The number of too old records by users whose scopes the store does not want, at most
    /// ``SessionLimits/oldRejections``.
    public var tooOld: Int

    /// Creates the counts.
    public init(unwanted: Int, tooOld: Int) {
        self.unwanted = unwanted
        self.tooOld = tooOld
    }
}
