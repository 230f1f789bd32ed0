import TimelineCore
import TimelineRecords
import TimelineSync

extension AccountReader {
    /// Returns the pictures that have not arrived, by reason, and those left out because of the
    /// limit of the store.
    ///
    /// A picture is counted once, whether its preview, its full-size file or both are missing, and
    /// however many posts show it.
    func missingPictures(
        _ social: any SocialReader,
        isBudgetReached: Bool,
        at now: UInt64,
        receivedByteCount: (BlobHash) -> UInt64
    ) throws -> (missing: [MissingPictures], excess: MissingPictures) {
        let (users, scopes) = (try keyedUsers(), try scopes(social))
        let (limits, requests) = (try storageLimits(), try photoRequests(at: now))
        var wants: [RecordID: [StoredWant]] = [:]
        for want in try states(StoredWant.self, withPrefix: StateKey.wantedBlobs).map(\.value) {
            wants[want.record, default: []].append(want)
        }
        var counts: [MissingPictures.Reason: MissingPictures] = [:]
        var excess = MissingPictures(reason: .budget)
        var (pictures, files): (Set<BlobHash>, Set<BlobHash>) = ([], [])
        for record in try social.records(withIDs: Set(wants.keys)) {
            let all = Dictionary((wants[record.id] ?? []).map { ($0.blob, $0) }) { $1 }
            for photo in record.body.photos where pictures.insert(photo.blob).inserted {
                let blobs = [photo.blob] + [photo.preview?.blob].compactMap(\.self)
                let lacking = blobs.compactMap { all[$0] }
                let wanted = lacking.filter { !$0.isExcess(limits, users: users, requests) }
                for want in lacking where wanted.isEmpty && files.insert(want.blob).inserted {
                    excess.byteCount += want.byteCount
                }
                if wanted.isEmpty, !lacking.isEmpty { excess.count += 1 }
                guard let first = wanted.first else { continue }
                let isWanted = scopes.contains(first.scope) || first.isAvatar
                let reason: MissingPictures.Reason =
                    !isWanted ? .unfollowed : isBudgetReached ? .budget : .neverCopied
                var entry = counts[reason] ?? MissingPictures(reason: reason)
                entry.count += 1
                for want in wanted where files.insert(want.blob).inserted {
                    let received = receivedByteCount(want.blob)
                    entry.byteCount += want.byteCount - min(want.byteCount, received)
                }
                counts[reason] = entry
            }
        }
        return (MissingPictures.Reason.allCases.compactMap { counts[$0] }, excess)
    }
}
