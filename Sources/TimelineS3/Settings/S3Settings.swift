import Foundation
package import TimelineCore

/// Where S3 is, and with which keys requests are signed.
package struct S3Settings: Sendable {
    /// The address of the server, without a slash at its end.
    ///
    /// The bucket is the first part of the path, which all servers understand, and not a part of
    /// the host, for which many have neither a name nor a certificate.
    let endpoint: String
    /// The server's host, for messages.
    package let host: String
    /// The region that is part of each signature.
    let region: String
    let credentials: S3Credentials
    /// A PEM file with the only authorities to trust, or `nil` to trust those of the system.
    let authorities: String?

    /// Reads the settings from the environment.
    ///
    /// - Parameter environment: The variables that AWS's programs use: `AWS_ENDPOINT_URL_S3` or
    ///   `AWS_ENDPOINT_URL` for another server than Amazon's, `AWS_REGION` or `AWS_DEFAULT_REGION`,
    ///   `AWS_CA_BUNDLE`, and those of the keys.
    /// - Throws: ``TimelineError/storageFailed(_:)`` with the variable to set.
    package init(environment: [String: String]) throws(TimelineError) {
        let region = environment.value("AWS_REGION") ?? environment.value("AWS_DEFAULT_REGION")
        if let region { guard Self.isRegion(region) else { throw .invalidRegion(region) } }
        let custom = environment.value("AWS_ENDPOINT_URL_S3")
        if let address = custom ?? environment.value("AWS_ENDPOINT_URL") {
            guard let (endpoint, host) = Self.endpoint(address) else { throw .invalidEndpoint }
            (self.endpoint, self.host) = (endpoint, host)
            self.region = region ?? "us-east-1"
        } else {
            guard let region else { throw .missingRegion }
            let suffix = region.hasPrefix("cn-") ? ".cn" : ""
            host = "s3.\(region).amazonaws.com\(suffix)"
            endpoint = "https://\(host)"
            self.region = region
        }
        credentials = try S3Credentials(environment: environment)
        authorities = environment.value("AWS_CA_BUNDLE")
    }

    private static func isRegion(_ text: String) -> Bool {
        1...64 ~= text.utf8.count
            && text.utf8.allSatisfy { 48...57 ~= $0 || 97...122 ~= $0 || $0 == UInt8(ascii: "-") }
    }

    /// Checks the address of a server, which may have a port and a path, but neither a password nor
    /// a query.
    private static func endpoint(_ text: String) -> (endpoint: String, host: String)? {
        guard let parts = URLComponents(string: text), let host = parts.host, !host.isEmpty,
            let scheme = parts.scheme?.lowercased(), scheme == "http" || scheme == "https",
            parts.user == nil, parts.password == nil, parts.query == nil, parts.fragment == nil,
            host.utf8.allSatisfy({ $0.isUnreserved || "[:]".utf8.contains($0) })
        else { return nil }
        var path = parts.percentEncodedPath
        while path.last == "/" { path.removeLast() }
        guard path.utf8.allSatisfy({ $0.isUnreserved || $0 == UInt8(ascii: "/") }) else {
            return nil
        }
        let authority = host + (parts.port.map { ":\($0)" } ?? "")
        return ("\(scheme)://\(authority)\(path)", authority)
    }
}
