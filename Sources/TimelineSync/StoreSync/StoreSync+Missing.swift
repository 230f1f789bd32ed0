import TimelineCore

extension Collection<MissingBlob> {
    /// Returns the pictures that have not arrived, by reason, and those left out because of the
    /// limit of the store.
    ///
    /// Pictures of `authors` were left out because of the budget of a sync. A picture is counted
    /// once, whether its preview, its full-size file or both are missing.
    func pictures(
        beyondBudgetOf authors: Set<User.ID>,
        receivedByteCount: (BlobID) -> UInt64
    ) -> (missing: [MissingPictures], excess: MissingPictures) {
        let previews = Set(compactMap(\.reference.preview))
        var counts: [MissingPictures.Reason: MissingPictures] = [:]
        var excess = MissingPictures(reason: .budget)
        for blob in self {
            let reference = blob.reference
            let isCounted = reference.isFirstCopy && previews.contains(reference.blob)
            let reason: MissingPictures.Reason
            switch blob.reason {
            case .beyondLimit:
                excess.count += isCounted ? 0 : 1
                excess.byteCount += reference.byteCount
                continue
            case .notReceived:
                reason =
                    authors.contains(reference.author) ? .budget : .neverCopied
            case .tooManyPictures: reason = .tooMany
            case .refused: reason = .damaged
            case .unfollowed: reason = .unfollowed
            }
            var entry = counts[reason] ?? MissingPictures(reason: reason)
            entry.count += isCounted ? 0 : 1
            let received = receivedByteCount(reference.blob)
            entry.byteCount += reference.byteCount - Swift.min(reference.byteCount, received)
            counts[reason] = entry
        }
        let missing = MissingPictures.Reason.allCases.compactMap { counts[$0] }
        return (missing.filter { $0.count > 0 }, excess)
    }
}
