import TimelineCore

/// The address of a device on a network, such as `tcp://192.168.1.20:4242`.
///
/// Addresses come from strangers and may become arguments of programs, so host names and usernames
/// may contain only certain characters and never start with a dash. Each address has exactly one
/// textual form.
public struct PeerAddress: Hashable, Sendable, CustomStringConvertible {
    /// The carrier that reaches the device.
    public enum Scheme: String, CaseIterable, Hashable, Sendable {
        /// An encrypted TCP connection. The port is required.
        case tcp
        /// A server started with `timeline serve`. The path `/@` followed by a username may select
        /// one of several users of its store.
        case http
        /// A server reached over TLS. Any path may follow.
        case https
        /// A login over SSH on another machine, with an optional user.
        case ssh

        /// Whether invitation links may contain addresses with this scheme.
        ///
        /// A link by a stranger must not make a device log in to other machines.
        public var isAllowedInLinks: Bool { self != .ssh }
    }

    /// The scheme.
    public let scheme: Scheme
    /// The user to log in as, only for `ssh`.
    public let user: String?
    /// The name or IP address of the host, in lower case and without brackets.
    public let host: String
    /// The port, or `nil` for the default port.
    public let port: UInt16?
    /// The path with a leading slash, or an empty string; only for `http` and `https`.
    public let path: String

    /// Parses an address.
    ///
    /// - Parameter text: A URL-like address, at most 255 bytes long.
    /// - Throws: ``PairingError/invalidAddress``.
    public init(parsing text: String) throws(PairingError) {
        guard text.utf8.count <= PairingLimits.address, let parts = AddressParts(text),
            let scheme = Scheme(rawValue: parts.scheme)
        else { throw .invalidAddress }
        switch scheme {
        case .tcp:
            guard parts.port != nil, parts.user == nil, parts.path.isEmpty
            else { throw .invalidAddress }
        case .http:
            let name = String(parts.path.dropFirst(2))
            let isUser = parts.path.hasPrefix("/@") && Username.accepts(name)
            guard parts.user == nil, parts.path.isEmpty || isUser else { throw .invalidAddress }
        case .https: guard parts.user == nil else { throw .invalidAddress }
        case .ssh: guard parts.path.isEmpty else { throw .invalidAddress }
        }
        self.scheme = scheme
        user = parts.user
        host = parts.host
        port = parts.port
        path = parts.path
    }

    /// The username in the path of an address with the scheme ``Scheme/http`` or ``Scheme/https``,
    /// if any.
    public var username: String? {
        let name = String(path.dropFirst(2))
        return path.hasPrefix("/@") && Username.accepts(name) ? name : nil
    }

    /// Whether the address belongs to a server that can answer syncs, or to one of its users.
    public var isServer: Bool {
        scheme == .http || scheme == .https && (path.isEmpty || username != nil)
    }

    /// The text of the address.
    public var description: String {
        let login = user.map { "\($0)@" } ?? ""
        // An IPv6 address contains colons, so it needs brackets.
        let name = host.contains(":") ? "[\(host)]" : host
        return "\(scheme.rawValue)://\(login)\(name)\(port.map { ":\($0)" } ?? "")\(path)"
    }
}

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

extension CBORReader {
    /// Reads a list of addresses.
    ///
    /// - Throws: `RecordError.malformed` if there are more than `limit`, or if a string is not an
    ///   address.
    mutating func addresses(atMost limit: Int) throws(RecordError) -> [PeerAddress] {
        let count = try array()
        guard count <= limit else { throw .malformed }
        var addresses: [PeerAddress] = []
        for _ in 0..<count { addresses.append(try address()) }
        return addresses
    }

    private mutating func address() throws(RecordError) -> PeerAddress {
        let text = try text()
        // Parsing fails only if the text is not an address.
        guard let address = try? PeerAddress(parsing: text), address.description == text
        else { throw .malformed }
        return address
    }
}

extension CBORWriter {
    /// Writes a list of addresses.
    mutating func write(addresses: [PeerAddress]) {
        array(addresses.count)
        for address in addresses { write(address.description) }
    }
}
