public import TimelineCore

extension SocialRepository {
    /// Applies changes without validation, because tests also write changes that an engine would
    /// reject.
    public func apply(_ changes: [Change]) throws {
        try apply(CheckedBatch(unchecked: changes))
    }
}
