import Foundation
import TimelineCore

extension FirebaseImport {
    /// Returns the steps that import the follows of all listed users, and reports invalid follows.
    ///
    /// - Throws: Any error thrown by the closure that receives rejections.
    mutating func follows() throws -> [ImportStep] {
        let now = engine.environment.now()
        var steps: [ImportStep] = []
        for entry in archive.users.all {
            guard case .success(let user) = entry.value, let key = entry.key,
                let follower = roster.listed[key]
            else { continue }
            for follow in user.follows.all {
                let path = follow.path(in: entry.path(in: "users") + "/follows")
                do throws(EntryFault) {
                    let change = try change(follow, by: follower)
                    try change.check(now: now)
                    steps.append(ImportStep(kind: \.follows, entry: path, change: change))
                } catch {
                    try ledger.reject(\.follows, at: path, for: error)
                }
            }
        }
        return steps
    }

    private func change(
        _ follow: FirebaseEntry<Bool>,
        by follower: ArchivedUser
    ) throws(EntryFault) -> Change {
        _ = try follow.value.get()
        guard let followed = follow.key.flatMap({ roster.listed[$0] }) else {
            throw .followedUserMissing
        }
        return follower.followChange(of: followed)
    }
}
