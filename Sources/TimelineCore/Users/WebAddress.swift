/// The rule for the URLs of users' websites.
///
/// All devices must agree on the validity of a record, and `URLComponents` differs between versions
/// of Foundation. Therefore, this rule reads only the scheme, the host and the port (RFC 3986,
/// sections 3.1 and 3.2).
public enum WebAddress {
    /// Returns whether a text starts with `http://` or `https://` in any case, followed by a host
    /// and, if there is a colon after the host, a port of digits.
    public static func accepts(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else { return false }
        let scheme = bytes[..<colon].map { $0 | 0x20 }
        guard scheme == Array("http".utf8) || scheme == Array("https".utf8),
            bytes[colon...].starts(with: "://".utf8)
        else { return false }
        let authority = bytes[(colon + 3)...].prefix { !"/?#".utf8.contains($0) }
        return isAuthority(authority)
    }

    private static func isAuthority(_ authority: ArraySlice<UInt8>) -> Bool {
        let start = authority.lastIndex(of: UInt8(ascii: "@")).map { $0 + 1 }
        let place = authority[(start ?? authority.startIndex)...]
        // An IPv6 address in brackets contains colons.
        let isBracketed = place.first == UInt8(ascii: "[")
        let hostEnd = isBracketed ? place.firstIndex(of: UInt8(ascii: "]")) : place.startIndex
        guard let hostEnd else { return false }
        guard let colon = place[hostEnd...].firstIndex(of: UInt8(ascii: ":"))
        else { return !place.isEmpty }
        let port = place[(colon + 1)...]
        return colon > place.startIndex
            && port.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }
}
