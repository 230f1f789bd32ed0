import Foundation
import NIOCore

extension ServerSettings {
    /// Returns the URL at which browsers can open the server.
    ///
    /// For a server that listens on all addresses, the URL contains a name or an address that other
    /// machines can use.
    ///
    /// - Parameters:
    ///   - port: The port that the server listens on.
    ///   - machine: The name of this machine, or `nil` if it is unknown.
    /// - Returns: The URL.
    func url(port: Int, machine: String?) -> URL {
        let host = browsableHost(machine: machine)
        var components = URLComponents()
        components.scheme = scheme
        components.host = host.contains(":") ? "[\(host)]" : host
        components.port = port
        components.path = "/"
        return components.url ?? URL(filePath: "/")
    }

    private func browsableHost(machine: String?) -> String {
        guard ["0.0.0.0", "::"].contains(host) else { return host }
        return tls?.dnsNames.first { !$0.hasPrefix("*") } ?? Self.networkAddress() ?? machine
            ?? "localhost"
    }

    /// Returns the first IPv4 address of this machine that other machines can reach, or `nil` if it
    /// has none.
    private static func networkAddress() -> String? {
        // Without the list of devices, the URL contains the name of the machine.
        let devices = try? System.enumerateDevices()
        return devices?.lazy.compactMap { $0.address?.ipAddress }
            .first { isIPv4($0) && !$0.hasPrefix("127.") && !$0.hasPrefix("169.254.") }
    }
}
