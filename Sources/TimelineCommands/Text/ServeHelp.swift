import ArgumentParser

/// Help texts for `timeline serve`.
enum ServeHelp {
    static let abstract = "Show the store in a browser."
    static let discussion = """
        Only browsers on this machine can connect, unless --host is an address that others reach; that requires a \
        certificate or --insecure. The default store is created if it is missing, so that you can sign up in the \
        browser; one at --store is created with --sign-up only. Your devices and your peers can also sync with the \
        server: `timeline sync http://host:8080`. Other commands can use the store meanwhile. Stop the server with \
        Ctrl-C.
        """
    static let port = ArgumentHelp(
        "The port to listen on; 0 selects a free one.",
        valueName: ValueName.number
    )
    static let host = ArgumentHelp(
        "The address to listen on; 0.0.0.0 is every network (default: this machine only).",
        valueName: ValueName.address
    )
    static let tlsCert = ArgumentHelp(
        "A TLS certificate in PEM, followed by those of its issuers.",
        valueName: ValueName.file
    )
    static let tlsKey = ArgumentHelp(
        "The private key of the certificate in PEM.",
        valueName: ValueName.file
    )
    static let insecure = ArgumentHelp("Allow --host without a certificate.")
    static let isPublic = ArgumentHelp("Show posts of users with an account to everyone.")
    static let signUp = ArgumentHelp("Let everyone who reaches the server sign up.")
    static let open = ArgumentHelp("Open the browser.")
    static let demo = ArgumentHelp("Show the demo in a browser instead.")
}

/// Messages of `timeline serve`.
enum ServeText {
    static let portOutOfRange = "--port must be 0 to 65535."
    static let emptyHost = "--host needs a name or an IP address."
    static let incompleteCertificate = "--tls-cert and --tls-key must be used together."
    static let contradictingCertificate = "--insecure and --tls-cert cannot be combined."
    static let reachable = "Other machines on your network can connect."

    static let temporary = "The demo's store is deleted when you stop."

    static func demoLogin(email: String, password: String) -> String {
        "Log in as \(email), with the password “\(password)”."
    }
    static func listening(_ url: String) -> String {
        "Timeline is at \(url). Press Ctrl-C to stop."
    }
}
