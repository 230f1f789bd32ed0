package import Foundation

/// The address that a server listens on, and the permitted access.
///
/// ```swift
/// var settings = ServerSettings()
/// settings.port = 8081
/// ```
package struct ServerSettings: Hashable, Sendable {
    /// The default port.
    package static let usualPort = 8080

    /// The host name or IP address to listen on.
    ///
    /// By default, only this machine can connect.
    package var host = "127.0.0.1"
    /// The port to listen on.
    ///
    /// If it is 0, the system chooses a free port.
    package var port = usualPort
    /// The certificate and key for TLS, or `nil` for plain HTTP.
    package var tls: TLSFiles?
    /// Whether plain HTTP is allowed on addresses that other machines can reach.
    package var isInsecure = false
    /// Whether guests can see the profiles and posts of users with an account.
    package var isPublic = false
    /// Whether visitors can sign up even if the server accepts connections from other machines.
    ///
    /// If only this machine can reach it, visitors can always sign up.
    package var opensSignUp = false

    /// The address under which a reverse proxy offers the server, or `nil` if there is none.
    ///
    /// If its scheme is `https`, the proxy encrypts the connections.
    package var publicURL: URL?
    /// The IP addresses of reverse proxies on other machines, which are believed when they state the
    /// address of a client.
    package var proxies: [String] = []
    /// The number of calls that an app may make in five minutes, or 0 for no limit.
    package var callLimit = 7500
    /// The address at which the server offers its metrics, or `nil` if it does not.
    package var metrics: MetricsAddress?
    /// How long the server goes on after it was told to stop, in seconds, so that a load balancer
    /// notices that it is no longer ready.
    package var drainTime = 0

    /// Creates the default settings: plain HTTP on loopback.
    package init() {}

    /// Whether only this machine can connect.
    package var isLoopback: Bool { Self.isLoopback(host) }

    /// Returns whether only this machine can reach a host name or IP address.
    static func isLoopback(_ host: String) -> Bool {
        host == "localhost" || host == "::1" || host.hasPrefix("127.") && isIPv4(host)
    }

    /// Returns whether a string is an IP address.
    package static func isAddress(_ text: String) -> Bool { IPAddress(text) != nil }

    /// Returns whether a string has the form of an IPv4 address: four groups of one to three
    /// digits.
    static func isIPv4(_ text: String) -> Bool {
        let groups = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return groups.count == 4
            && groups.allSatisfy { group in
                (1...3).contains(group.count)
                    && group.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            }
    }

    /// The origin of ``publicURL`` as browsers write it, such as `https://photos.example`: in
    /// lower case, and without the usual port of its scheme.
    var publicOrigin: String? {
        guard let publicURL, let scheme = publicURL.scheme, let host = publicURL.host() else {
            return nil
        }
        let isUsual = publicURL.port == (scheme == "https" ? 443 : 80)
        let port = isUsual ? nil : publicURL.port
        let name = host.contains(":") ? "[\(host)]" : host.lowercased()
        return "\(scheme)://\(name)" + (port.map { ":\($0)" } ?? "")
    }

    /// Whether nobody but the users of this machine can reach the server.
    package var isPrivate: Bool { isLoopback && publicURL == nil }

    /// Whether visitors can sign up.
    var allowsSignUp: Bool { isPrivate || opensSignUp }

    /// The scheme of the server's URLs.
    var scheme: String { publicURL?.scheme ?? (tls == nil ? "http" : "https") }

    /// Whether nobody on the way can read what visitors send, or the owner has accepted that.
    var protectsPasswords: Bool { isPrivate || scheme == "https" || isInsecure }

    /// Checks that the settings do not expose plain HTTP to other machines by accident.
    ///
    /// - Throws: ``ServerError/unprotected(host:)`` if other machines can reach the server over
    ///   plain HTTP, or ``ServerError/unprotectedProxy(url:)`` if they do so through a proxy,
    ///   unless ``isInsecure`` is `true`; ``ServerError/tlsUnavailable`` if this program was built
    ///   without TLS, which a certificate requires.
    package func check() throws(ServerError) {
        #if !TLS
        guard tls == nil else { throw .tlsUnavailable }
        #endif
        guard isLoopback || tls != nil || isInsecure else { throw .unprotected(host: host) }
        if let publicURL {
            guard scheme == "https" || isInsecure else {
                throw .unprotectedProxy(url: publicURL.absoluteString)
            }
        }
    }
}

/// The address of metrics, which only programs on the same machine can read.
package struct MetricsAddress: Hashable, Sendable {
    /// The host name or IP address.
    package let host: String
    /// The port, or 0 if the system chooses a free one.
    package let port: Int

    /// Parses an address such as `127.0.0.1:9101` or `[::1]:9101`.
    ///
    /// Returns `nil` for any other text, and if other machines could reach the address.
    package init?(_ text: String) {
        guard let colon = text.lastIndex(of: ":"),
            let port = UInt16(text[text.index(after: colon)...])
        else { return nil }
        var host = text[..<colon]
        if host.hasPrefix("["), host.hasSuffix("]") { host = host.dropFirst().dropLast() }
        guard ServerSettings.isLoopback(String(host)) else { return nil }
        (self.host, self.port) = (String(host), Int(port))
    }
}

/// The PEM files of a TLS certificate and its private key.
package struct TLSFiles: Hashable, Sendable {
    /// The certificate, followed by the certificates of its issuers.
    package let certificate: URL
    /// The private key of the certificate.
    package let key: URL

    /// Creates a pair from a certificate and its private key.
    package init(certificate: URL, key: URL) {
        self.certificate = certificate
        self.key = key
    }
}

/// The reason why a server cannot start.
package enum ServerError: Error, Hashable, Sendable {
    /// Other machines could connect over plain HTTP, but ``ServerSettings/isInsecure`` is `false`.
    case unprotected(host: String)
    /// The proxy would be reached over plain HTTP, but ``ServerSettings/isInsecure`` is `false`.
    case unprotectedProxy(url: String)
    /// The certificate or the key cannot be used.
    case certificateUnusable(path: String, fault: CertificateError)
    /// This program was built without the trait `TLS`, but ``ServerSettings/tls`` has a
    /// certificate.
    case tlsUnavailable
    /// Another program listens on the port.
    case portInUse(Int)
    /// Another program listens on the port for the metrics.
    case metricsPortInUse(Int)
    /// The system does not allow this user to listen on the port.
    case portForbidden(Int)
    /// The server cannot listen on the address, for the given reason.
    case addressUnusable(host: String, reason: String)

    /// The reason why a certificate or a key cannot be used.
    package enum CertificateError: Hashable, Sendable {
        /// The file does not exist or cannot be read.
        case unreadable
        /// The file is not in PEM, or the key does not belong to the certificate.
        case invalid
    }

    /// A stable identifier for programs, in kebab case.
    package var code: String {
        switch self {
        case .unprotected, .unprotectedProxy: "unprotected"
        case .certificateUnusable: "certificate-unusable"
        case .tlsUnavailable: "tls-unavailable"
        case .portInUse, .metricsPortInUse: "port-in-use"
        case .portForbidden: "port-forbidden"
        case .addressUnusable: "address-unusable"
        }
    }
}
