import TimelineCore

/// The order in which records are sent: keys, profiles, then everything else, each newest first.
///
/// The receiver needs keys to verify the other records, and profiles to display them.
enum RecordRank: Int, Comparable {
    /// Records signed by the root key: devices added and revoked, and accounts deleted.
    case key
    /// Profile fields.
    case profile
    /// All other records.
    case content

    init(_ content: RecordContent) {
        if content.isSignedByRoot {
            self = .key
        } else if content.kind?.introducesAuthor == true {
            self = .profile
        } else {
            self = .content
        }
    }

    static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

    /// Sorts records into the order in which they are sent.
    static func sorted(_ records: some Sequence<VerifiedRecord>) -> [VerifiedRecord] {
        let ranked = records.map { (rank: RecordRank($0.content), record: $0) }
        return
            ranked.sorted { left, right in
                left.rank != right.rank ? left.rank < right.rank : right.record < left.record
            }
            .map(\.record)
    }
}
