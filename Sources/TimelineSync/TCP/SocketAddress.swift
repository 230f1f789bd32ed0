#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// An IP address and a port in the system's format.
struct SocketAddress {
    /// The address family, such as `AF_INET6`.
    let family: Int32
    private let bytes: [UInt8]

    /// The socket type for TCP.
    static var streamType: Int32 {
        #if canImport(Glibc)
        Int32(SOCK_STREAM.rawValue)
        #else
        SOCK_STREAM
        #endif
    }

    /// Returns the addresses of a host.
    ///
    /// - Parameters:
    ///   - host: The name or IP address of the host.
    ///   - port: The port.
    /// - Returns: At least one address, the preferred one first.
    /// - Throws: ``SyncError/unknownHost``.
    static func resolve(host: String, port: UInt16) throws(SyncError) -> [SocketAddress] {
        var hints = addrinfo()
        hints.ai_socktype = streamType
        hints.ai_flags = AI_NUMERICSERV
        var list: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, String(port), &hints, &list) == 0, let list else {
            throw .unknownHost
        }
        defer { freeaddrinfo(list) }
        var addresses: [SocketAddress] = []
        var next: UnsafeMutablePointer<addrinfo>? = list
        while let entry = next?.pointee {
            addresses.append(SocketAddress(entry))
            next = entry.ai_next
        }
        return addresses
    }

    private init(_ entry: addrinfo) {
        family = entry.ai_family
        bytes = Array(UnsafeRawBufferPointer(start: entry.ai_addr, count: Int(entry.ai_addrlen)))
    }

    /// Calls a closure with a pointer to the address and its length.
    func withPointer(_ body: (UnsafePointer<sockaddr>?, socklen_t) -> Int32) -> Int32 {
        bytes.withUnsafeBytes { buffer in
            body(
                buffer.baseAddress?.assumingMemoryBound(to: sockaddr.self),
                socklen_t(buffer.count)
            )
        }
    }
}
