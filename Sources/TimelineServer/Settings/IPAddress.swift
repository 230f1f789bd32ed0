#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// An IP address, which may have several spellings.
///
/// A server that listens on `::` receives IPv4 addresses as `::ffff:192.0.2.1` (RFC 4291). They are
/// equal to `192.0.2.1`.
struct IPAddress: Hashable, Sendable {
    /// The 4 bytes of an IPv4 address or the 16 bytes of an IPv6 address, in network order.
    let bytes: [UInt8]

    /// The first bytes of IPv6 addresses that contain an IPv4 address.
    private static let mappedPrefix: [UInt8] = Array(repeating: 0, count: 10) + [0xFF, 0xFF]

    /// Parses an address, and returns `nil` if the text is none.
    init?(_ text: String) {
        var short = in_addr()
        var long = in6_addr()
        if inet_pton(AF_INET, text, &short) == 1 {
            bytes = withUnsafeBytes(of: short, Array.init)
        } else if inet_pton(AF_INET6, text, &long) == 1 {
            let all = withUnsafeBytes(of: long, Array.init)
            bytes = all.starts(with: Self.mappedPrefix) ? Array(all.suffix(4)) : all
        } else {
            return nil
        }
    }
}
