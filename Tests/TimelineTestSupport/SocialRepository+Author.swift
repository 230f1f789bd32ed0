package import TimelineCore

extension SocialRepository {
    /// Applies a local author's actions, minting stamps and checking values inside the transaction.
    ///
    /// - Parameters:
    ///   - author: The acting user.
    ///   - environment: The source of the time and of random bits.
    ///   - draft: A closure that returns the actions, given the current state.
    /// - Returns: The applied changes.
    /// - Throws: Any error thrown by `draft`, a ``TimelineError`` if a value is invalid, or a
    ///   storage error. In each case, nothing is applied.
    @discardableResult
    package func apply(
        by author: User.ID,
        in environment: TimelineEnvironment,
        drafting draft: (any SocialReader) throws -> [Intent]
    ) throws -> [Change] {
        try apply { reader in
            try CheckedBatch(minting: draft(reader), by: author, above: reader, environment)
        }
    }
}
