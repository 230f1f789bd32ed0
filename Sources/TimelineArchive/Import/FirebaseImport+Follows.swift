import Foundation
import TimelineCore

extension FirebaseImport {
    /// Returns the steps that import the follows of all listed users, and reports invalid follows.
    ///
    /// - Throws: Any error thrown by the closure that receives rejections.
    mutating func follows() throws -> [ImportStep] {
        var steps: [ImportStep] = []
        for entry in archive.users.all {
            guard case .success(let user) = entry.value, let key = entry.key,
                let follower = roster.listed[key]
            else { continue }
            for follow in user.follows.all {
                let path = follow.path(in: entry.path(in: "users") + "/follows")
                do throws(EntryError) {
                    steps.append(try step(for: follow, by: follower, at: path))
                } catch {
                    try ledger.reject(\.follows, at: path, for: error)
                }
            }
        }
        return steps
    }

    private func step(
        for follow: FirebaseEntry<Bool>,
        by follower: ArchivedUser,
        at path: String
    ) throws(EntryError) -> ImportStep {
        _ = try follow.value.get()
        guard let user = follow.key.flatMap({ roster.listed[$0] }) else {
            throw .followedUserMissing
        }
        let (author, followed) = (try roster.person(follower), try roster.person(user))
        guard followed.id != author.id else { throw EntryError(.selfFollow) }
        return ImportStep(
            kind: \.follows,
            entry: path,
            author: author,
            statements: [follower.followStatement(of: user, followed)]
        )
    }
}
