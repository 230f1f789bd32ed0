/// The components of an address, each with only allowed characters.
struct AddressParts {
    let scheme: String
    let user: String?
    let host: String
    let port: UInt16?
    let path: String

    /// Parses an address, or returns `nil` if a component is not allowed.
    init?(_ text: String) {
        guard text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }),
            let colon = text.firstIndex(of: ":"), text[colon...].hasPrefix("://")
        else { return nil }
        scheme = text[..<colon].lowercased()
        let rest = text[colon...].dropFirst(3)
        let authority = rest.prefix { $0 != "/" }
        path = String(rest.dropFirst(authority.count))
        guard path.utf8.allSatisfy({ Self.isWord($0) || "/~%@".utf8.contains($0) }) else {
            return nil
        }
        var target = authority
        if let at = authority.firstIndex(of: "@") {
            user = String(authority[..<at])
            target = authority[at...].dropFirst()
        } else {
            user = nil
        }
        if let user, !Self.isName(user) { return nil }
        guard let (host, port) = Self.hostAndPort(target) else { return nil }
        self.host = host
        self.port = port
    }

    private static func hostAndPort(_ target: Substring) -> (String, UInt16?)? {
        let host: Substring
        let rest: Substring
        if target.first == "[" {
            guard let end = target.firstIndex(of: "]") else { return nil }
            host = target[..<end].dropFirst()
            rest = target[end...].dropFirst()
            guard host.contains(":"),
                host.utf8.allSatisfy({ isHexDigit($0) || ":.".utf8.contains($0) })
            else { return nil }
        } else {
            host = target.prefix { $0 != ":" }
            rest = target.dropFirst(host.count)
            guard isName(host) else { return nil }
        }
        if rest.isEmpty { return (host.lowercased(), nil) }
        let digits = rest.dropFirst()
        guard rest.first == ":", let port = UInt16(digits), port > 0, String(port) == digits
        else { return nil }
        return (host.lowercased(), port)
    }

    /// Returns whether the text is a valid host name or user name.
    private static func isName(_ text: some StringProtocol) -> Bool {
        guard let first = text.first else { return false }
        return first != "-" && first != "." && text.utf8.allSatisfy(isWord)
    }

    /// Returns whether an ASCII character is a letter, a digit, a dot, a dash or an underscore.
    private static func isWord(_ character: UInt8) -> Bool {
        switch character {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "._-".utf8.contains(character)
        }
    }

    private static func isHexDigit(_ character: UInt8) -> Bool {
        Character(UnicodeScalar(character)).isHexDigit
    }
}
