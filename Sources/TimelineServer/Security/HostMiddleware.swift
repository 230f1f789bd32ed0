import HTTPTypes
import Hummingbird

/// Rejects requests for other hosts, to prevent DNS rebinding.
///
/// In such an attack, another site points its own name to this machine's address, so that its pages
/// can read this server.
struct HostMiddleware: RouterMiddleware {
    /// The host names that belong to the server.
    let names: HostNames

    func handle(
        _ request: Request,
        context: ServerContext,
        next: @concurrent (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        guard let authority = request.head.authority, names.contains(authority) else {
            throw RequestError.wrongHost
        }
        return try await next(request, context)
    }
}

/// The host names under which a server may be opened.
///
/// IP addresses are always allowed, because DNS rebinding needs a name. The port is ignored: a
/// forwarded port has a different number, and a page on another port has a different origin anyway.
struct HostNames: Hashable, Sendable {
    private let names: Set<String>

    /// Collects the names of a server, including those in its certificate.
    ///
    /// - Parameters:
    ///   - settings: The settings of the server, which contain the address to listen on.
    ///   - machine: The name of this machine, or `nil` if it is unknown. If other machines can
    ///     connect, the name is allowed with and without the domain `local` (RFC 6762).
    init(_ settings: ServerSettings, machine: String?) {
        var names = Set(["localhost"] + (settings.tls?.dnsNames ?? []))
        if !settings.isLoopback {
            names.insert(settings.host.lowercased())
            if let machine = machine?.lowercased() {
                names.formUnion([machine, "\(machine).local"])
            }
        }
        self.names = names
    }

    /// Returns whether the value of the `Host` header field refers to this server.
    func contains(_ authority: String) -> Bool {
        let host = Self.host(of: authority).lowercased()
        return names.contains(host) || names.contains(Self.wildcard(for: host))
            || Self.isAddress(host)
    }

    /// Returns the name with which a certificate for all names in a domain contains `host`.
    private static func wildcard(for host: String) -> String { "*" + host.drop { $0 != "." } }

    /// Returns the host without the port.
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

    /// The characters that an IPv6 address can contain.
    private static let digits = Set("0123456789abcdef:.".utf8)
}
