/// An address that is safe to link to: one created by ``PageLinks``, or an `http` or `https`
/// address.
package struct Link: Hashable, Sendable {
    /// The address.
    ///
    /// In addresses on this site, special characters are percent-encoded.
    package let text: String

    init(path: String) { text = path }

    /// Creates a link to a website.
    ///
    /// Returns `nil` unless the address starts with `http://` or `https://`.
    package init?(web address: String) {
        let start = address.prefix(8).lowercased()
        guard start.hasPrefix("http://") || start == "https://" else { return nil }
        text = address
    }

    /// Returns the link with a fragment appended: the ID of an element on the page.
    func at(_ fragment: String) -> Link { Link(path: "\(text)#\(fragment)") }

    /// Percent-encodes all bytes except the unreserved characters of RFC 3986, section 2.3.
    package static func encoded(_ text: String) -> String {
        let isUnreserved = { (byte: UInt8) in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
                UInt8(ascii: "_"), UInt8(ascii: "~"):
                true
            default: false
            }
        }
        if text.utf8.allSatisfy(isUnreserved) { return text }
        let digits = Array("0123456789ABCDEF")
        return text.utf8.reduce(into: "") { encoded, byte in
            if isUnreserved(byte) {
                encoded.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                encoded += "%"
                encoded.append(digits[Int(byte >> 4)])
                encoded.append(digits[Int(byte & 15)])
            }
        }
    }
}
