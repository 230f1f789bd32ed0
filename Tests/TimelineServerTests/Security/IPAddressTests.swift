import Testing

@testable import TimelineServer

@Suite("IP addresses")
struct IPAddressTests {
    @Test(arguments: [
        ("2001:DB8::1", "2001:db8:0::0:1"), ("::ffff:10.0.0.10", "10.0.0.10"),
        ("::FFFF:a00:a", "10.0.0.10"), ("::1", "0:0:0:0:0:0:0:1"),
    ])
    func spellings(one: String, other: String) throws {
        #expect(try #require(IPAddress(one)) == #require(IPAddress(other)))
    }

    @Test(arguments: [
        ("2001:db8::1", "2001:db8::2"), ("10.0.0.1", "10.0.0.2"), ("::1", "127.0.0.1"),
    ])
    func differentAddresses(one: String, other: String) throws {
        #expect(try #require(IPAddress(one)) != #require(IPAddress(other)))
    }

    @Test(arguments: ["", "localhost", "999.0.0.1", "10.0.0", "::ffff:", "fe80::1%eth0", "1::2::3"])
    func noAddresses(text: String) {
        #expect(IPAddress(text) == nil)
        #expect(!ServerSettings.isAddress(text))
    }
}
