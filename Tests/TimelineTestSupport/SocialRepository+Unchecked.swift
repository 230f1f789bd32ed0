public import TimelineCore

extension SocialRepository {
    /// Applies changes without validation, since tests also write what no engine would.
    public func apply(_ changes: [Change]) throws {
        try apply(CheckedBatch(unchecked: changes))
    }
}
