#if TLS
import Foundation
import Hummingbird
import HummingbirdCore
import HummingbirdTLS
import NIOSSL

extension TLSFiles {
    /// Adds TLS to the handlers of a connection.
    func encrypting(_ http: HTTPServerBuilder) throws(ServerError) -> HTTPServerBuilder {
        let configuration = try configuration()
        return try Self.reading(key) { _ in try .tls(http, tlsConfiguration: configuration) }
    }

    /// Returns the configuration for TLS 1.2 or later with the certificate (ASVS 12.1.1).
    func configuration() throws(ServerError) -> TLSConfiguration {
        let chain = try Self.reading(certificate) {
            try NIOSSLCertificate.fromPEMFile($0).map(NIOSSLCertificateSource.certificate)
        }
        let privateKey = try Self.reading(key) { try NIOSSLPrivateKey(file: $0, format: .pem) }
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: chain,
            privateKey: .privateKey(privateKey)
        )
        configuration.minimumTLSVersion = .tlsv12
        return configuration
    }

    /// The DNS names for which the certificate is valid, in lowercase.
    var dnsNames: [String] {
        // With an unreadable certificate, the server does not start.
        let chain = try? NIOSSLCertificate.fromPEMFile(certificate.path)
        let names = chain?.first?._subjectAlternativeNames().filter { $0.nameType == .dnsName }
        return names?.map { String(decoding: $0.contents, as: UTF8.self).lowercased() } ?? []
    }

    private static func reading<Value>(
        _ file: URL,
        _ read: (String) throws -> Value
    ) throws(ServerError) -> Value {
        guard FileManager.default.isReadableFile(atPath: file.path) else {
            throw .certificateUnusable(path: file.path, fault: .unreadable)
        }
        do {
            return try read(file.path)
        } catch {
            throw .certificateUnusable(path: file.path, fault: .invalid)
        }
    }
}
#elseif Server
import HummingbirdCore

extension TLSFiles {
    /// Throws ``ServerError/tlsUnavailable``, because this build has no TLS.
    func encrypting(_ http: HTTPServerBuilder) throws(ServerError) -> HTTPServerBuilder {
        throw .tlsUnavailable
    }

    /// No names, because the server does not start.
    var dnsNames: [String] { [] }
}
#endif
