import TimelineSync

/// An address and a port on which this machine accepts connections, such as `127.0.0.1:4242`.
struct ListenAddress {
    /// The host name or IP address to listen on, without brackets.
    let host: String
    /// The port, or 0 for any free one.
    let port: UInt16

    /// Parses `HOST:PORT`, `[ADDRESS]:PORT`, or a port on the loopback address.
    ///
    /// - Throws: ``UsageError`` if the text is not such an address.
    init(parsing text: String) throws {
        let colon = text.lastIndex(of: ":")
        let digits = colon.map { text[$0...].dropFirst() } ?? text[...]
        let name = colon.map { text[..<$0] } ?? "127.0.0.1"
        let isBracketed = name.hasPrefix("[") && name.hasSuffix("]")
        let host = isBracketed ? name.dropFirst().dropLast() : name
        guard let port = UInt16(digits), !host.isEmpty, isBracketed || !host.contains(":") else {
            throw UsageError(SyncText.invalidListener(text))
        }
        self.host = String(host)
        self.port = port
    }

    /// Whether only programs on this machine can connect.
    var isLoopback: Bool { host.hasPrefix("127.") || host == "::1" || host == "localhost" }

    /// The address as a user would type it.
    var text: String { (host.contains(":") ? "[\(host)]" : host) + ":\(port)" }

    /// Returns the address for other devices, with the port on which the listener accepts
    /// connections.
    func address(port: UInt16) -> String {
        let all = ["0.0.0.0", "::"]
        let host = all.contains(host) ? hostName() ?? host : host
        return "tcp://" + (host.contains(":") ? "[\(host)]" : host) + ":\(port)"
    }
}
