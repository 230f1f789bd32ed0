package import TimelineCore

extension SocialRepository {
    /// Applies a local author's actions, minting stamps and checking values inside the transaction.
    ///
    /// - Parameters:
    ///   - author: The acting user.
    ///   - environment: The clock and the random bits.
    ///   - draft: Returns the actions, given the present state.
    /// - Returns: The applied changes.
    /// - Throws: The error of `draft`; the ``TimelineError`` of an invalid value; a storage error.
    ///   Then nothing was applied.
    @discardableResult
    package func apply(
        by author: User.ID,
        in environment: TimelineEnvironment,
        drafting draft: (any SocialReader) throws -> [Change.Action]
    ) throws -> [Change] {
        try apply { reader in
            try CheckedBatch(minting: draft(reader), by: author, above: reader, environment)
        }
    }
}
