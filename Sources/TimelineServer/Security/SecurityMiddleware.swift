import Foundation
import HTTPTypes
import Hummingbird

/// Replaces the address of a reverse proxy by that of its client, so that limits count each client by
/// itself.
///
/// Proxies on this machine and those in the settings are believed, and no other senders of
/// `X-Forwarded-For`.
struct ForwardingMiddleware: RouterMiddleware {
    private let proxies: Set<IPAddress>

    /// Creates the middleware.
    ///
    /// - Parameter proxies: The IP addresses of proxies on other machines.
    init(proxies: [String]) {
        self.proxies = Set((["127.0.0.1", "::1"] + proxies).compactMap(IPAddress.init))
    }

    func handle(
        _ request: Request,
        context: ServerContext,
        next: @concurrent (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        var context = context
        // The proxy appends the address that it sees; what precedes it comes from the client.
        if let sender = context.address.flatMap(IPAddress.init), proxies.contains(sender),
            let addresses = request.headers[named: "X-Forwarded-For"],
            let address = addresses.split(separator: ",").last
        {
            context.address = address.trimmingCharacters(in: .whitespaces)
        }
        return try await next(request, context)
    }
}

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
        if let host = settings.publicURL?.host { names.insert(host.lowercased()) }
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

/// Rejects requests that could change something and come from a page of another origin.
///
/// Browsers send the relation between the two sites in `Sec-Fetch-Site`. Older browsers send only
/// the origin of the page. Other programs send neither, but they do not have a visitor's cookies.
struct OriginMiddleware: RouterMiddleware {
    /// Returns the origin of the server's own pages.
    let origin: @Sendable (Request) -> String

    func handle(
        _ request: Request,
        context: ServerContext,
        next: @concurrent (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        guard isSafe(request) || ClientAPI(path: request.uri.path) != nil || isSameOrigin(request)
        else { throw RequestError.forged }
        return try await next(request, context)
    }

    /// Returns whether the method of the request cannot change anything.
    private func isSafe(_ request: Request) -> Bool {
        request.method == .get || request.method == .head
    }

    private func isSameOrigin(_ request: Request) -> Bool {
        if let site = request.headers[named: "Sec-Fetch-Site"] {
            return site == "same-origin" || site == "none"
        }
        guard let sender = request.headers[.origin] else { return true }
        return sender == origin(request)
    }
}

/// Adds security header fields to every response, unless the response already sets them.
struct SecurityHeadersMiddleware: RouterMiddleware {
    /// The content security policy of pages, which may load resources from this server only.
    static let contentPolicy = """
        default-src 'none'; img-src 'self' data: blob:; style-src 'self'; script-src 'self'; font-src 'self'; \
        connect-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; \
        frame-ancestors 'none'
        """

    private static let fields: HTTPFields = {
        var fields = HTTPFields()
        fields[.contentSecurityPolicy] = contentPolicy
        fields[.xContentTypeOptions] = "nosniff"
        fields[.crossOriginResourcePolicy] = "same-origin"
        fields[.cacheControl] = "private, no-cache"
        fields[named: "Cross-Origin-Opener-Policy"] = "same-origin"
        // For browsers that do not know `frame-ancestors`.
        fields[named: "X-Frame-Options"] = "DENY"
        fields[named: "Permissions-Policy"] = "camera=(), geolocation=(self), microphone=()"
        fields[named: "Referrer-Policy"] = "same-origin"
        return fields
    }()

    func handle(
        _ request: Request,
        context: ServerContext,
        next: @concurrent (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        var response = try await next(request, context)
        response.headers = response.headers.merging(Self.fields)
        return response
    }
}
