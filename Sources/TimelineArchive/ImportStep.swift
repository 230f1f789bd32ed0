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
