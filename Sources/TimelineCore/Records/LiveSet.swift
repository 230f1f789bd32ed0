/// Returns the live records: those that determine the shared data.
///
/// The result is a pure function of the set of records. Their order and duplicates do not matter.
/// The rules are applied one after the other:
///
/// 1. A record is not live if the record that adds its key is missing. If its key is a revoked device
///    key, it is live only if a complete revocation lists it or, while no revocation of the key is
///    complete, if its stamp is not above the lowest last stamp. A revocation is complete if all of
///    its parts are among the records, and no two of them contradict each other by different lists
///    of one part or different numbers of parts.
/// 2. If a user has left, only their key records and their newest ``RecordContent/accountDeleted`` record
///    are live. Replies to that user's posts are not live.
/// 3. If a post is deleted, its records and all replies to it are not live, including the records
///    that delete replies. A comment that its author has deleted, or that the author of its post
///    has hidden, is not live.
/// 4. For each LWW register, only the highest record by (stamp, ID) is live. Deletions are never
///    dropped because of their age.
///
/// A record that a rule removes has no effect on the rules after it. For example, a deletion by a
/// revoked key that no revocation lists deletes nothing.
///
/// Sorting the result takes O(n log n) time. The other steps take O(n).
///
/// - Parameter records: The verified records, in any order. If two of them have the same ID and
///   different signatures, the result contains the first.
/// - Returns: The live records, sorted by (stamp, ID).
public func liveSet(of records: some Sequence<VerifiedRecord>) -> [VerifiedRecord] {
    var seen: Set<RecordID> = []
    var live = records.filter { seen.insert($0.id).inserted }
    let keys = KeyStates(of: live)
    live.removeAll { !keys.allow($0) }
    let deletedAccounts = DeletedAccounts(in: live)
    live.removeAll { deletedAccounts.remove($0.body) }
    let deletions = Deletions(in: live)
    live.removeAll { deletions.remove($0.body) }
    return highest(of: live).sorted()
}

/// Returns the highest record of each register, and all records that belong to no register.
private func highest(of records: [VerifiedRecord]) -> [VerifiedRecord] {
    var winners: [RecordRegister: VerifiedRecord] = [:]
    var others: [VerifiedRecord] = []
    for record in records {
        guard let register = RecordRegister(of: record.body) else {
            others.append(record)
            continue
        }
        winners[register] = winners[register].map { max($0, record) } ?? record
    }
    return others + winners.values
}
