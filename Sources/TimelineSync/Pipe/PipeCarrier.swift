package import TimelineCore

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// An encrypted connection over two file descriptors, such as standard input and output of `ssh`.
///
/// The bytes are the same as over TCP. `ssh` proves the machine at the other end; the handshake
/// proves the device.
///
/// The calls block, so do not call them on Swift's cooperative thread pool. Ignore the `SIGPIPE`
/// signal in the process; otherwise, it ends the process when the other side closes its end.
package struct PipeCarrier: Sendable {
    private var connection: EncryptedStream<PipeEnds>

    /// Performs the handshake.
    ///
    /// - Parameters:
    ///   - input: The descriptor to read from.
    ///   - output: The descriptor to write to. Neither descriptor is closed.
    ///   - role: The role of this device. The initiator is the side that started the other program.
    ///   - key: The box key of this device.
    ///   - timeout: The time for the whole handshake, in milliseconds. It includes the time for a
    ///     login at which `ssh` asks for a password.
    /// - Returns: A carrier for one session.
    /// - Throws: ``SyncError/handshakeFailed``, ``SyncError/silence``, ``SyncError/disconnected``
    ///   or ``SyncError/system(errno:)``.
    package static func connect(
        input: Int32,
        output: Int32,
        as role: NoiseHandshake.Role,
        with key: NoiseKey,
        timeout: UInt64 = SessionLimits.silence
    ) throws(SyncError) -> PipeCarrier {
        let ends = PipeEnds(input: FileDescriptor(input), output: FileDescriptor(output))
        let handshake = SecureHandshake(role: role, key: key)
        return PipeCarrier(
            connection: try EncryptedStream(ends, performing: handshake, timeout: timeout)
        )
    }

    /// The box key that the peer has proved to own.
    package var peer: EncryptionKey { connection.channel.peer }

    /// Runs a session to its end.
    ///
    /// It does not close the descriptors.
    ///
    /// - Parameters:
    ///   - session: A session that has not started.
    ///   - clock: Returns the time.
    /// - Returns: The outcome of the session. It can fail with ``SyncError/handshakeFailed`` if
    ///   encrypted bytes were changed, and with ``SyncError/system(errno:)`` if reading or writing
    ///   fails.
    package mutating func run<Store>(
        _ session: inout SyncSession<Store>,
        clock: () -> SyncTime
    ) -> SessionOutcome {
        connection.run(&session, clock: clock)
    }
}

/// A descriptor to read from, and one to write to.
private struct PipeEnds: DuplexStream {
    /// The maximum number of bytes to read at once.
    private static let chunk = 1 << 16
    /// The number of bytes that a pipe accepts at once if it is ready for any.
    private static let writableCount = 512

    let input: FileDescriptor
    let output: FileDescriptor

    func receive(within milliseconds: UInt64) throws(SyncError) -> [UInt8]? {
        guard try input.isReady(for: .input, within: milliseconds) else { return nil }
        return try input.read(atMost: Self.chunk)
    }

    func send(_ bytes: [UInt8], patience: UInt64) throws(SyncError) {
        let deadline = Deadline(sending: bytes.count, patience: patience)
        do throws(SyncError) {
            var rest = bytes[...]
            while !rest.isEmpty {
                let time = min(patience, deadline.remaining)
                guard time > 0, try output.isReady(for: .output, within: time) else {
                    throw .silence
                }
                try output.write(Array(rest.prefix(Self.writableCount)))
                rest = rest.dropFirst(Self.writableCount)
            }
        } catch .system(errno: EPIPE) {
            throw .disconnected
        }
    }

    /// Does nothing, because a pipe delivers its bytes even after it is closed.
    func finish() {}
}
