#if Server
import Foundation
import TimelineTestSupport

@testable import TimelineServer

/// A self-signed certificate for localhost, with its key.
enum TestCertificate {
    /// Writes the certificate and the key to files in a new folder.
    static func files() throws -> TLSFiles {
        let folder = try TemporaryFolder.make()
        let files = TLSFiles(
            certificate: folder.appending(path: "certificate.pem"),
            key: folder.appending(path: "key.pem")
        )
        try Data(certificate.utf8).write(to: files.certificate)
        try Data(key.utf8).write(to: files.key)
        return files
    }

    private static let certificate = """
        -----BEGIN CERTIFICATE-----
        MIIBlTCCATugAwIBAgIUQz8IHzcORrlU7X328ERTYSDuN7UwCgYIKoZIzj0EAwIw
        FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMjA2NTg0NFoYDzIxMjYxMDI5
        MDY1ODQ0WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
        PQMBBwNCAASfVgUicVTVAKqY8Pm4qlrA1oJazezV6g5Pjw8RlTHsrbIFmnDnoNQ7
        lKECLeRJx1EmNE47CSzYRnnDj6gfXytso2kwZzAdBgNVHQ4EFgQUibOtrzihhPH7
        /lmBCmEoHw5GxDMwHwYDVR0jBBgwFoAUibOtrzihhPH7/lmBCmEoHw5GxDMwDwYD
        VR0TAQH/BAUwAwEB/zAUBgNVHREEDTALgglsb2NhbGhvc3QwCgYIKoZIzj0EAwID
        SAAwRQIgOmJeYC2HiYlDcsaJmU4kYX/UVTiXNPosmMxSeJ1SOFYCIQD+JR1xYUgP
        3Ob2bRwYVX71NA/zbkynT8K4ucmUdphrQQ==
        -----END CERTIFICATE-----
        """
    private static let key = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg/dNH67CIqBYH/UMT
        xnaGgspU6WX9KZKcg226pK/u2SyhRANCAASfVgUicVTVAKqY8Pm4qlrA1oJazezV
        6g5Pjw8RlTHsrbIFmnDnoNQ7lKECLeRJx1EmNE47CSzYRnnDj6gfXyts
        -----END PRIVATE KEY-----
        """
}
#endif
