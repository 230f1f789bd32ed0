package import TimelineCore

/// The address of the photos in S3, such as `s3://bucket/photos`.
///
/// The names of objects begin with the prefix and a slash, or directly if there is no prefix. Only
/// unreserved characters are accepted in a prefix, so that no program has to encode a name, and all
/// sign the same bytes.
package struct S3Address: Hashable, Sendable {
    /// The name of the bucket.
    package let bucket: String
    /// The beginning of all names: empty, or a path that ends in a slash.
    package let prefix: String

    /// Parses an address.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)`` if it is no address, or names a bucket or a
    ///   prefix that is not valid.
    package init(_ text: String) throws(TimelineError) {
        guard text.hasPrefix(Self.scheme), text.utf8.count <= 512 else {
            throw .invalidAddress(text)
        }
        let rest = text.dropFirst(Self.scheme.count)
        let bucket = rest.prefix { $0 != "/" }
        var path = rest.dropFirst(bucket.count).drop { $0 == "/" }
        while path.last == "/" { path.removeLast() }
        let names = path.isEmpty ? [] : path.split(separator: "/", omittingEmptySubsequences: false)
        guard Self.isBucket(bucket), names.allSatisfy(Self.isName) else {
            throw .invalidAddress(text)
        }
        self.bucket = String(bucket)
        prefix = path.isEmpty ? "" : "\(path)/"
    }

    /// Returns whether a text is an address in S3 rather than the path of a folder.
    package static func isAddress(_ text: String) -> Bool { text.hasPrefix(scheme) }

    private static let scheme = "s3://"

    private static func isBucket(_ text: Substring) -> Bool {
        3...63 ~= text.utf8.count && text.first != "." && text.first != "-" && text.last != "."
            && text.last != "-" && !text.contains("..")
            && text.utf8.allSatisfy {
                48...57 ~= $0 || 97...122 ~= $0 || $0 == UInt8(ascii: "-")
                    || $0 == UInt8(ascii: ".")
            }
    }

    private static func isName(_ text: Substring) -> Bool {
        !text.isEmpty && text != "." && text != ".." && text.utf8.allSatisfy(\.isUnreserved)
    }
}

extension S3Address: CustomStringConvertible {
    /// The address in its shortest form.
    package var description: String {
        prefix.isEmpty
            ? "\(Self.scheme)\(bucket)" : "\(Self.scheme)\(bucket)/\(prefix.dropLast())"
    }
}

extension UInt8 {
    /// Whether the ASCII character needs no encoding anywhere in a URL (RFC 3986, section 2.3).
    var isUnreserved: Bool {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"), UInt8(ascii: "."),
            UInt8(ascii: "_"), UInt8(ascii: "~"):
            true
        default: false
        }
    }
}
