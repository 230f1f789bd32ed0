#if TLS
import Foundation
import NIOSSL
import Testing
import TimelineTestSupport

@testable import TimelineServer

@Suite("Safe by default: encryption")
struct EncryptionTests {
    @Test("The printed address contains the name in the certificate", arguments: ["0.0.0.0", "::"])
    func printedAddress(host: String) throws {
        var settings = ServerSettings()
        settings.host = host
        settings.tls = try TestCertificate.files(TestCertificate.named)
        let encrypted = settings.url(port: 8080, machine: "falcon").absoluteString
        #expect(encrypted == "https://photos.example.org:8080/")
        settings.host = "::1"
        #expect(settings.url(port: 1, machine: nil).absoluteString == "https://[::1]:1/")
    }

    @Test("A certificate that is missing or invalid is reported with its path")
    func certificate() throws {
        let files = try TestCertificate.files()
        let missing = URL(filePath: "/nowhere/key.pem")
        for (certificate, key, path) in [
            (missing, files.key, missing.path), (files.certificate, missing, missing.path),
        ] {
            let site = try ServerWorld {
                $0.tls = TLSFiles(certificate: certificate, key: key)
            }
            #expect(throws: ServerError.certificateUnusable(path: path, fault: .unreadable)) {
                try site.server.application()
            }
        }
        let site = try ServerWorld {
            $0.tls = TLSFiles(certificate: files.certificate, key: files.certificate)
        }
        #expect(
            throws: ServerError.certificateUnusable(path: files.certificate.path, fault: .invalid)
        ) {
            try site.server.application()
        }
    }

    @Test("Versions of TLS before 1.2 are rejected")
    func tlsVersion() throws {
        let configuration = try TestCertificate.files().configuration()
        #expect(configuration.minimumTLSVersion == .tlsv12)
        #expect(configuration.maximumTLSVersion == nil)
    }

    @Test("Under TLS, cookies are bound to the host and never sent unencrypted")
    func tls() async throws {
        let files = try TestCertificate.files()
        let site = try ServerWorld {
            $0.port = 0
            $0.tls = files
        }
        var client = TLSConfiguration.makeClientConfiguration()
        client.certificateVerification = .none
        try await ServerWorld.listening(site.server) { [client] port in
            let connection = try await RawConnection(port: port) {
                try NIOSSLClientHandler(
                    context: NIOSSLContext(configuration: client),
                    serverHostname: "localhost"
                )
            }
            let response = try await connection.get("/login", until: "</html>")
            #expect(response.hasPrefix("HTTP/1.1 200 OK"))
            let cookies = response.split(separator: "\r\n")
                .filter { $0.lowercased().hasPrefix("set-cookie: ") }
                .map { $0.dropFirst("set-cookie: ".count) }
            #expect(cookies.first?.hasPrefix("__Host-timeline-forms=") == true)
            #expect(cookies.first?.hasSuffix("; Secure") == true)
            try await connection.close()
        }
    }
}
#endif
