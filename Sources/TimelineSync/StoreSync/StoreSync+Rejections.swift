import TimelineCore

extension StoreSync {
    /// Forgets the rejections whose reasons no longer hold, if there are any rejections.
    func reviewRejections() async throws {
        let (environment, now) = (engine.environment, now)
        guard try await engine.read({ try $1.isReviewDue($0, at: now) }) else { return }
        try await write { social, accounts in
            try accounts.reviewRejections(social, at: now, environment)
        }
    }
}
