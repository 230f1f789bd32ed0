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
    /// - Parameter text: A URL-like address, at most ``PairingLimits/address`` bytes long.
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
