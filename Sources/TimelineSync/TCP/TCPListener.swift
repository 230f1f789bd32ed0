#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Accepts TCP connections.
///
/// ```swift
/// let listener = try TCPListener(host: "::", port: 4242)
/// while !listener.isStopped {
///     guard let connection = try listener.accept(timeout: 60_000) else { continue }
///     serve(connection)
/// }
/// ```
package final class TCPListener: Sendable {
    /// The port on which the listener accepts connections.
    package let port: UInt16

    private let socket: TCPSocket
    /// The two ends of a pipe, which contains a byte once the listener has been stopped.
    private let signal: (input: FileDescriptor, output: FileDescriptor)

    /// Starts to listen.
    ///
    /// - Parameters:
    ///   - host: The host name or IP address to listen on, such as `127.0.0.1`, or `::` for all
    ///     addresses.
    ///   - port: The port, or 0 for any free one.
    /// - Throws: ``SyncError/unknownHost``, or ``SyncError/system(errno:)``, such as `EADDRINUSE`.
    package init(host: String, port: UInt16 = 0) throws(SyncError) {
        socket = try Self.listen(host, port)
        self.port = try Self.port(of: socket)
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { throw .system(errno: errno) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        signal = (FileDescriptor(ends[0]), FileDescriptor(ends[1]))
    }

    deinit {
        signal.input.close()
        signal.output.close()
    }

    /// Waits for the next connection.
    ///
    /// While the process or the system has too many open files, connections wait.
    ///
    /// The call blocks, so do not make it on Swift's cooperative thread pool.
    ///
    /// - Parameter timeout: The time to wait, in milliseconds.
    /// - Returns: The connection, or `nil` after the timeout or once the listener has been stopped.
    /// - Throws: ``SyncError/system(errno:)``.
    package func accept(timeout: UInt64) throws(SyncError) -> TCPConnection? {
        let deadline = Deadline(milliseconds: timeout)
        while !isStopped {
            let isReady = try FileDescriptor.isReady(
                forInputOf: [socket.descriptor, signal.input],
                within: deadline.remaining
            )
            guard isReady else { return nil }
            if isStopped { return nil }
            let number = acceptConnection(socket.descriptor.number)
            if number >= 0 { return TCPConnection(TCPSocket(number)) }
            switch errno {
            // The client has meanwhile closed the connection.
            case EAGAIN, EINTR, ECONNABORTED: continue
            case EMFILE, ENFILE:
                guard deadline.remaining > 0 else { return nil }
                _ = try signal.input.isReady(for: .input, within: TCPLimits.retryInterval)
            default: throw .system(errno: errno)
            }
        }
        return nil
    }

    /// Stops listening.
    ///
    /// It may be called on any thread. Existing connections stay open.
    package func stop() {
        // Writing fails only if the pipe is full, which means that the listener has been stopped
        // already.
        try? signal.output.write([1])
        socket.shutDown()
    }

    /// Whether the listener has been stopped.
    package var isStopped: Bool {
        // Polling an open pipe cannot fail.
        (try? signal.input.isReady(for: .input, within: 0)) ?? true
    }

    private static func listen(_ host: String, _ port: UInt16) throws(SyncError) -> TCPSocket {
        var failure: Int32 = 0
        for address in try SocketAddress.resolve(host: host, port: port) {
            let socket = try TCPSocket(family: address.family)
            socket.set(SOL_SOCKET, SO_REUSEADDR)
            let number = socket.descriptor.number
            let result = address.withPointer { bind(number, $0, $1) }
            if result == 0, listenOn(number) == 0 { return socket }
            failure = errno
        }
        throw .system(errno: failure)
    }

    private static func port(of socket: TCPSocket) throws(SyncError) -> UInt16 {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let result = withUnsafeMutablePointer(to: &storage) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                getsockname(socket.descriptor.number, $0, &length)
            }
        }
        guard result == 0 else { throw .system(errno: errno) }
        // The port is at the same offset for IPv4 and IPv6.
        return withUnsafeBytes(of: &storage) { bytes in
            UInt16(bytes[2]) << 8 | UInt16(bytes[3])
        }
    }
}

// Inside the type, its own members would shadow these functions.

private func listenOn(_ number: Int32) -> Int32 {
    listen(number, TCPLimits.backlog)
}

private func acceptConnection(_ number: Int32) -> Int32 {
    accept(number, nil, nil)
}
