#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// An open file, pipe or socket of the system.
struct FileDescriptor {
    /// The number of the descriptor.
    let number: Int32

    /// Wraps an open descriptor.
    init(_ number: Int32) {
        self.number = number
    }

    /// Reads up to `count` bytes, or returns none at the end.
    func read(atMost count: Int) throws(SyncError) -> [UInt8] {
        var error: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, length in
            while true {
                let result = system { readBytes(number, buffer.baseAddress, count) }
                error = result.errno
                length = max(0, result.value)
                if error != EINTR { return }
            }
        }
        guard error == 0 else { throw .system(errno: error) }
        return bytes
    }

    /// Writes all bytes.
    func write(_ bytes: [UInt8]) throws(SyncError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let result = rest.withUnsafeBytes { buffer in
                system { writeBytes(number, buffer.baseAddress, buffer.count) }
            }
            if result.errno == EINTR { continue }
            guard result.errno == 0 else { throw .system(errno: result.errno) }
            rest = rest.dropFirst(result.value)
        }
    }

    /// A direction in which bytes are transferred.
    enum Direction {
        /// Bytes can be read, or the other end is closed.
        case input
        /// Bytes can be written, or the other end is closed.
        case output
    }

    /// Waits until bytes can be transferred, or the other end is closed.
    ///
    /// - Returns: Whether the descriptor became ready within the given time.
    /// - Throws: ``SyncError/system(errno:)``.
    func isReady(for direction: Direction, within milliseconds: UInt64) throws(SyncError) -> Bool {
        let events = direction == .input ? POLLIN : POLLOUT
        var requests = [pollfd(fd: number, events: Int16(events), revents: 0)]
        return try Self.isReady(&requests, within: milliseconds)
    }

    /// Waits until bytes can be read from one of several descriptors.
    ///
    /// - Returns: Whether a descriptor became ready within the given time.
    /// - Throws: ``SyncError/system(errno:)``.
    static func isReady(
        forInputOf descriptors: [FileDescriptor],
        within milliseconds: UInt64
    ) throws(SyncError) -> Bool {
        var requests = descriptors.map { pollfd(fd: $0.number, events: Int16(POLLIN), revents: 0) }
        return try isReady(&requests, within: milliseconds)
    }

    private static func isReady(
        _ requests: inout [pollfd],
        within milliseconds: UInt64
    ) throws(SyncError) -> Bool {
        let deadline = Deadline(milliseconds: milliseconds)
        while true {
            let timeout = Int32(clamping: deadline.remaining)
            let result = system { Int(poll(&requests, nfds_t(requests.count), timeout)) }
            if result.errno == EINTR { continue }
            guard result.errno == 0 else { throw .system(errno: result.errno) }
            return result.value > 0
        }
    }

    /// Closes the descriptor.
    func close() {
        _ = closeDescriptor(number)
    }
}

/// Performs a system call, and returns its result along with `errno`, which is 0 on success.
private func system(_ call: () -> Int) -> (value: Int, errno: Int32) {
    let value = call()
    return (value, value < 0 ? errno : 0)
}

// Inside the type, its own members would shadow these functions.

private func readBytes(_ number: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    read(number, buffer, count)
}

private func writeBytes(_ number: Int32, _ buffer: UnsafeRawPointer?, _ count: Int) -> Int {
    write(number, buffer, count)
}

private func closeDescriptor(_ number: Int32) -> Int32 {
    close(number)
}

/// A connection that transfers bytes in both directions, without encryption.
protocol DuplexStream: Sendable {
    /// Waits for the next bytes.
    ///
    /// - Returns: The bytes, none at the end of the stream, or `nil` if nothing arrived within the
    ///   given time.
    /// - Throws: ``SyncError/system(errno:)``.
    func receive(within milliseconds: UInt64) throws(SyncError) -> [UInt8]?

    /// Sends all bytes.
    ///
    /// - Parameters:
    ///   - bytes: The bytes.
    ///   - patience: The time within which the peer must accept at least one byte, in milliseconds.
    ///     In the long run, it must accept them at ``SessionLimits/minimumRate``.
    /// - Throws: ``SyncError/silence``, ``SyncError/disconnected`` or ``SyncError/system(errno:)``.
    func send(_ bytes: [UInt8], patience: UInt64) throws(SyncError)

    /// Waits until the peer has received everything, where the system would discard bytes otherwise.
    func finish() throws(SyncError)
}
