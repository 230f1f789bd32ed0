import Foundation
import TimelineCore

/// One entry of an archive as the change that brings it.
struct ImportStep: Sendable {
    /// Where it is counted.
    let kind: ImportReport.Kind
    /// Where it stands in the archive.
    let entry: String
    let change: Change
    /// The post's picture.
    var photo: PhotoFile?
    /// The entries of a profile's fields, refused along with it.
    var fields: [String] = []
    /// Whether the author's like of the same post came before, so that this one makes no difference.
    var isMerged = false
}

extension Change {
    /// Checks the values, as ``validate(now:)`` does.
    func check(now: Date) throws(EntryFault) {
        do {
            try validate(now: now)
        } catch {
            throw EntryFault(error.description)
        }
    }
}
