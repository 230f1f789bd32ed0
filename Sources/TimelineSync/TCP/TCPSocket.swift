#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A non-blocking TCP socket, which is closed when its last reference is released.
///
/// ``shutDown()`` may be called on any thread, because the descriptor is not reused while any
/// thread still needs it.
final class TCPSocket: DuplexStream {
    /// The descriptor of the socket.
    let descriptor: FileDescriptor

    /// Creates a socket for an address family.
    convenience init(family: Int32) throws(SyncError) {
        let number = socket(family, SocketAddress.streamType, 0)
        guard number >= 0 else { throw .system(errno: errno) }
        self.init(number)
    }

    /// Takes ownership of an open socket.
    init(_ number: Int32) {
        descriptor = FileDescriptor(number)
        _ = fcntl(number, F_SETFD, FD_CLOEXEC)
        _ = fcntl(number, F_SETFL, O_NONBLOCK)
        // Send the last bytes of a turn without waiting for earlier ones to be acknowledged.
        set(Int32(IPPROTO_TCP), TCP_NODELAY)
        #if canImport(Darwin)
        set(SOL_SOCKET, SO_NOSIGPIPE)
        #endif
    }

    deinit { descriptor.close() }

    /// Enables a socket option.
    func set(_ level: Int32, _ option: Int32) {
        var value: Int32 = 1
        _ = setsockopt(
            descriptor.number,
            level,
            option,
            &value,
            socklen_t(MemoryLayout<Int32>.size)
        )
    }

    /// Ends the connection in both directions, so that waiting threads continue.
    func shutDown() {
        _ = shutdown(descriptor.number, Int32(SHUT_RDWR))
    }

    /// Signals the peer that nothing more will be sent.
    func endOutput() {
        _ = shutdown(descriptor.number, Int32(SHUT_WR))
    }

    /// Waits until the peer has received everything.
    ///
    /// If a socket is closed while bytes arrive, the system discards the last bytes sent, such as
    /// the reason for a failure.
    func finish() throws(SyncError) {
        endOutput()
        let deadline = Deadline(milliseconds: TCPLimits.closing)
        var byteCount = 0
        while byteCount <= SessionLimits.turn, deadline.remaining > 0,
            let bytes = try receive(within: deadline.remaining), !bytes.isEmpty
        {
            byteCount += bytes.count
        }
    }

    /// The error of a connection attempt, or 0.
    var pendingError: Int32 {
        var value: Int32 = 0
        var length = socklen_t(MemoryLayout<Int32>.size)
        _ = getsockopt(descriptor.number, SOL_SOCKET, SO_ERROR, &value, &length)
        return value
    }

    func receive(within milliseconds: UInt64) throws(SyncError) -> [UInt8]? {
        let deadline = Deadline(milliseconds: milliseconds)
        while try descriptor.isReady(for: .input, within: deadline.remaining) {
            if let bytes = try receive() { return bytes }
        }
        return nil
    }

    /// Receives up to ``TCPLimits/chunk`` bytes.
    ///
    /// - Returns: The bytes, none at the end of the connection, or `nil` if nothing has arrived.
    /// - Throws: ``SyncError/system(errno:)``.
    func receive() throws(SyncError) -> [UInt8]? {
        do throws(SyncError) {
            return try descriptor.read(atMost: TCPLimits.chunk)
        } catch .system(errno: EAGAIN) {
            return nil
        } catch .system(errno: ECONNRESET) {
            return []
        }
    }

    func send(_ bytes: [UInt8], patience: UInt64) throws(SyncError) {
        let deadline = Deadline(sending: bytes.count, patience: patience)
        var rest = bytes[...]
        while !rest.isEmpty {
            let (count, error) = rest.withUnsafeBytes { sendBytes(descriptor.number, $0) }
            switch error {
            case 0: rest = rest.dropFirst(count)
            case EINTR: continue
            case EAGAIN:
                let time = min(patience, deadline.remaining)
                guard time > 0, try descriptor.isReady(for: .output, within: time) else {
                    throw .silence
                }
            case EPIPE, ECONNRESET: throw .disconnected
            default: throw .system(errno: error)
            }
        }
    }
}

/// Sends bytes without raising `SIGPIPE`, and returns their number and `errno`.
private func sendBytes(_ number: Int32, _ buffer: UnsafeRawBufferPointer) -> (Int, Int32) {
    #if canImport(Darwin)
    let flags: Int32 = 0
    #else
    let flags = Int32(MSG_NOSIGNAL)
    #endif
    let count = send(number, buffer.baseAddress, buffer.count, flags)
    return (count, count < 0 ? errno : 0)
}

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
