import Testing

@testable import TimelineServer

@Suite("Host names")
struct HostNamesTests {
    @Test(
        "On loopback, IP addresses and localhost are accepted, on any port",
        arguments: ["localhost", "LOCALHOST:8080", "127.0.0.1:8080", "[::1]:8080", "192.168.0.7"]
    )
    func loopback(authority: String) {
        #expect(HostNames(ServerSettings(), machine: "falcon").contains(authority))
    }

    @Test(
        "Other names are rejected, because they could be pointed to this machine",
        arguments: [
            "evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "falcon",
            "[evil.example]", "", "[::1", "1.2.3.4.5",
        ]
    )
    func rebinding(authority: String) {
        #expect(!HostNames(ServerSettings(), machine: "falcon").contains(authority))
    }

    @Test("A reachable server accepts its own names", arguments: ["falcon", "Falcon.local:80"])
    func reachable(authority: String) {
        var settings = ServerSettings()
        settings.host = "0.0.0.0"
        #expect(HostNames(settings, machine: "Falcon").contains(authority))
    }

    #if TLS
    @Test("The names in the certificate are accepted, and no others")
    func certificate() throws {
        var settings = ServerSettings()
        settings.tls = try TestCertificate.files(TestCertificate.named)
        let names = HostNames(settings, machine: "falcon")
        for authority in ["photos.example.org", "PHOTOS.example.org:8080", "leia.photos.example"] {
            #expect(names.contains(authority))
        }
        for authority in [
            "example.org", "leia.photos.example.org", "photos.example", "a.leia.photos.example",
            "evil.example",
        ] {
            #expect(!names.contains(authority))
        }
    }
    #endif
}
