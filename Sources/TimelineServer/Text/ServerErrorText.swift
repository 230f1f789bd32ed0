extension ServerError: CustomStringConvertible {
    /// The message for users, which explains the fault and suggests a remedy.
    package var description: String {
        switch self {
        case .unprotected(let host):
            """
            Other machines on your network could connect to \(host) and read passwords and photos on their way. Add \
            --tls-cert and --tls-key to encrypt them, or --insecure if you trust everyone on this network.
            """
        case .certificateUnusable(let path, .unreadable):
            "The file “\(path)” does not exist or cannot be read; check --tls-cert and --tls-key."
        case .certificateUnusable(let path, .invalid):
            """
            The file “\(path)” cannot be used: it is not in PEM, or the key does not belong to the certificate. Check \
            --tls-cert and --tls-key.
            """
        case .tlsUnavailable:
            """
            This build of Timeline cannot encrypt connections, as --tls-cert requires; `make install` and \
            `swift build --traits TLS` build one that can.
            """
        case .portInUse(let port):
            "Another program listens on port \(port); stop it, or choose another port with --port."
        case .portForbidden(let port):
            "You are not permitted to listen on port \(port); choose one above 1023 with --port."
        case .addressUnusable(let host, let reason):
            "The server cannot listen on “\(host)”: \(reason)."
        }
    }
}
