import Foundation

/// A part of the list of a bucket's objects.
///
/// A list that does not continue where it should is an error, because nothing may be missing, and
/// reading it must end.
struct ObjectListing: Hashable, Sendable {
    /// The names of the objects, in ascending order.
    let keys: [String]
    /// Whether more objects follow.
    let isTruncated: Bool

    /// Reads the answer of a server.
    ///
    /// - Parameters:
    ///   - body: An XML document with the element `ListBucketResult`.
    ///   - prefix: The beginning of all names.
    ///   - key: The name after which the list begins.
    /// - Throws: ``S3Fault/malformed``.
    init(_ body: Data, prefix: String, after key: String) throws(S3Fault) {
        guard let result = XMLText(body).element("ListBucketResult"),
            let truncated = result.element("IsTruncated")?.text
        else { throw .malformed }
        var (keys, last): ([String], String) = ([], key)
        for object in result.elements("Contents") {
            guard let key = object.element("Key")?.text, key.hasPrefix(prefix),
                last.utf8.lexicographicallyPrecedes(key.utf8)
            else { throw .malformed }
            keys.append(key)
            last = key
        }
        switch truncated {
        case "true": isTruncated = true
        case "false": isTruncated = false
        default: throw .malformed
        }
        guard !isTruncated || !keys.isEmpty else { throw .malformed }
        self.keys = keys
    }
}
