import Foundation
import TimelineCore

/// A change to import, and the archive entry from which it was created.
struct ImportStep: Sendable {
    let kind: FirebaseLedger.Kind
    /// The entry's location in the archive.
    let entry: String
    let change: Change
    /// The picture of a post.
    var photo: PreparedPhoto?
    /// The locations of a profile's valid fields, which share the outcome of the profile.
    var fields: [String] = []
    /// Whether an earlier step is a like of the same post by the same user.
    var isDuplicateLike = false
}

extension Change {
    /// Validates the change like `validate(now:)`, but throws an ``EntryFault``.
    func check(now: Date) throws(EntryFault) {
        do {
            try validate(now: now)
        } catch {
            throw EntryFault(error)
        }
    }
}
