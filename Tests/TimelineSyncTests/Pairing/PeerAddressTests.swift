import Testing
import TimelineSync

@Suite("Addresses of peers")
struct PeerAddressTests {
    @Test(
        "Valid addresses",
        arguments: [
            "tcp://host:1", "tcp://192.168.1.20:65535", "tcp://[fe80::1]:4242", "https://a.example",
            "https://a.example:8443/sync/~anna", "ssh://host", "ssh://anna@host:2222",
            "http://host", "http://127.0.0.1:8080", "http://[::1]:8080/@anna",
        ]
    )
    func valid(text: String) throws {
        #expect(try PeerAddress(parsing: text).description == text)
    }

    @Test(
        "Invalid addresses",
        arguments: [
            "", "tcp", "tcp:", "tcp://", "tcp://host", "tcp://host:0", "tcp://host:65536",
            "tcp://host:01", "tcp://host:+1", "tcp://host:1/path", "tcp://anna@host:1",
            "tcp://:1", "tcp://[::1:1", "tcp://[host]:1", "tcp://[::1]1", "http://host/",
            "http://host/path", "http://host/@", "http://host/@anna/sync", "http://host/@a:b",
            "http://anna@host", "file:///etc/passwd", "ssh://-oProxyCommand=x",
            "ssh://-oProxyCommand=x@host",
            "ssh://-v", "ssh://-v@host", "ssh://.host", "ssh://@host", "ssh://host/path",
            "https://a b", "https://a/?q", "https://a/\u{e9}",
            "https://host\n", "javascript:alert(1)",
            "https://" + String(repeating: "a", count: 255),
        ]
    )
    func invalid(text: String) {
        #expect(throws: PairingError.invalidAddress) { try PeerAddress(parsing: text) }
    }

    @Test("The parts of an address")
    func parts() throws {
        let address = try PeerAddress(parsing: "TCP://[FE80::1]:4242")
        #expect(address.scheme == .tcp)
        #expect(address.host == "fe80::1")
        #expect(address.port == 4242)
        #expect(address.description == "tcp://[fe80::1]:4242")
        let login = try PeerAddress(parsing: "ssh://Anna@Host")
        #expect((login.user, login.host, login.port) == ("Anna", "host", nil))
        #expect(try PeerAddress(parsing: "https://a/b").path == "/b")
        let server = try PeerAddress(parsing: "http://a/@leia")
        #expect((server.port, server.username) == (nil, "leia"))
        #expect(try PeerAddress(parsing: "http://a").username == nil)
    }
}
