import Foundation
import TimelineCore

/// The names of the objects of a store.
///
/// A blob's object has the 64 hexadecimal digits of its ID as its name, so the order of names is
/// the order of IDs. The names of copies that a removal has made begin with the same digits, so one
/// list has everything that belongs to a blob.
struct BlobKeys: Hashable, Sendable {
    /// The beginning of all names.
    let prefix: String

    /// The name of a blob's object.
    func main(_ id: BlobID) -> String { "\(prefix)\(id)" }

    /// The name of the copy that a removal sets aside, until it restores or deletes it.
    ///
    /// Each removal has copies of its own, so none deletes what another needs.
    func aside(_ id: BlobID, by removal: BlobLease.ID) -> String {
        "\(prefix)\(id)\(Self.asideMark)\(removal.uuidString.lowercased())"
    }

    /// The name of the copy of a removed blob that is retained.
    func retained(_ id: BlobID) -> String { "\(prefix)\(id)\(Self.retainedMark)" }

    /// Returns the blob whose main object has a name, or `nil` for any other name.
    func blob(_ key: String) -> BlobID? {
        guard key.hasPrefix(prefix) else { return nil }
        let name = key.dropFirst(prefix.count)
        // Uppercase digits would be another object.
        guard String(name).isHexadecimal(digits: 2 * BlobID.byteCount) else { return nil }
        return BlobID(String(name))
    }

    /// Returns whether a name is that of a copy set aside by a removal.
    func isAside(_ key: String, of id: BlobID) -> Bool {
        key.hasPrefix(main(id) + Self.asideMark)
    }

    private static let asideMark = ".aside-"
    private static let retainedMark = ".orphaned"
}
