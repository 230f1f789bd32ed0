import TimelineCore

extension StoreSync {
    /// Adapts the state of sync to the blocks, if they have changed.
    func settleBlocks() async throws {
        guard try await read({ try $1.hasUnsettledBlocks }) else { return }
        try await write { _, accounts in try accounts.settleBlocks() }
    }
}
