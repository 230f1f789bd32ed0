#if Server
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
}
#endif
