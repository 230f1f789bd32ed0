/// The reason why a server cannot start.
package enum ServerError: Error, Hashable, Sendable {
    /// Other machines could connect over plain HTTP, but ``ServerSettings/isInsecure`` is `false`.
    case unprotected(host: String)
    /// The certificate or the key cannot be used.
    case certificateUnusable(path: String, fault: CertificateError)
    /// This program was built without the trait `TLS`, but ``ServerSettings/tls`` has a
    /// certificate.
    case tlsUnavailable
    /// Another program listens on the port.
    case portInUse(Int)
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
        case .unprotected: "unprotected"
        case .certificateUnusable: "certificate-unusable"
        case .tlsUnavailable: "tls-unavailable"
        case .portInUse: "port-in-use"
        case .portForbidden: "port-forbidden"
        case .addressUnusable: "address-unusable"
        }
    }
}
