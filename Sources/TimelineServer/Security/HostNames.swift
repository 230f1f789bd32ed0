#if Server
/// The names under which a server may be opened.
///
/// IP addresses are always allowed: rebinding needs a name. The port does not matter, since a
/// forwarded port has another number and a page of another port has another origin.
struct HostNames: Hashable, Sendable {
    private let names: Set<String>

    /// Collects the names of a server.
    ///
    /// - Parameters:
    ///   - settings: the address to listen on.
    ///   - machine: the name of this machine, also allowed with the domain `local` (RFC 6762) when
    ///     other machines can connect; `nil` if it is unknown.
    init(_ settings: ServerSettings, machine: String?) {
        var names: Set = ["localhost"]
        if !settings.isLoopback {
            names.insert(settings.host.lowercased())
            if let machine = machine?.lowercased() {
                names.formUnion([machine, "\(machine).local"])
            }
        }
        self.names = names
    }

    /// Returns whether a value of the field `Host` belongs to the server.
    func contains(_ authority: String) -> Bool {
        let host = Self.host(of: authority).lowercased()
        return names.contains(host) || Self.isAddress(host)
    }

    /// The host without the port.
    private static func host(of authority: String) -> Substring {
        if authority.hasPrefix("[") {
            guard let end = authority.firstIndex(of: "]") else { return "" }
            return authority[...end]
        }
        return authority.prefix { $0 != ":" }
    }

    private static func isAddress(_ host: String) -> Bool {
        if host.hasPrefix("["), host.hasSuffix("]"), host.utf8.count > 2 {
            return host.utf8.dropFirst().dropLast().allSatisfy(Self.digits.contains)
        }
        return ServerSettings.isIPv4(host)
    }

    /// The characters of an IPv6 address.
    private static let digits = Set("0123456789abcdef:.".utf8)
}
#endif
