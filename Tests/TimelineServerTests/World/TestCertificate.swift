import Foundation
import TimelineTestSupport

@testable import TimelineServer

/// A self-signed certificate for localhost, with its key.
enum TestCertificate {
    /// Writes the certificate and the key to files in a new folder.
    static func files(_ certificate: String = certificate) throws -> TLSFiles {
        let folder = try TemporaryFolder.make()
        let files = TLSFiles(
            certificate: folder.appending(path: "certificate.pem"),
            key: folder.appending(path: "key.pem")
        )
        try Data(certificate.utf8).write(to: files.certificate)
        try Data(key.utf8).write(to: files.key)
        return files
    }

    /// A certificate for `Photos.example.org`, `*.photos.example` and an IP address, of which no
    /// test needs the key.
    static let named = """
        -----BEGIN CERTIFICATE-----
        MIIByzCCAXCgAwIBAgIUP0BQSY/guJ3cGBn70qz0347rG7AwCgYIKoZIzj0EAwIw
        HTEbMBkGA1UEAwwScGhvdG9zLmV4YW1wbGUub3JnMCAXDTI2MTEyMzEzMTgyMloY
        DzIxMjYxMDMwMTMxODIyWjAdMRswGQYDVQQDDBJwaG90b3MuZXhhbXBsZS5vcmcw
        WTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAQ4DLToyaYNfMdyTJNC0A/YB4TSYw7L
        jdOqH0mVsPE8NHDA3nLZPpyqAkYURjuM1hJ5Fq88yWSth8va8gqcblfDo4GLMIGI
        MB0GA1UdDgQWBBRS50joVbCPfaD6R0Njz44kGuo1rjAfBgNVHSMEGDAWgBRS50jo
        VbCPfaD6R0Njz44kGuo1rjAPBgNVHRMBAf8EBTADAQH/MDUGA1UdEQQuMCyCElBo
        b3Rvcy5leGFtcGxlLm9yZ4IQKi5waG90b3MuZXhhbXBsZYcEwAACATAKBggqhkjO
        PQQDAgNJADBGAiEA5Nf692+/dHw8oRLIN4cbGqtFaqxGy6LzwBrS925e/fkCIQD9
        /i12Jj1M0Pj/YTbLGWJwZ+R6sXZID3lFS4s0GH9UwA==
        -----END CERTIFICATE-----
        """
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
