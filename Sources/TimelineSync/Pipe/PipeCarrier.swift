public import TimelineRecords

/// An encrypted connection over two file descriptors, such as standard input and output of `ssh`.
///
/// The bytes are the same as over TCP. `ssh` proves the machine at the other end; the handshake
/// proves the device.
///
/// The calls block, so do not call them on Swift's cooperative thread pool. Ignore the `SIGPIPE`
/// signal in the process; otherwise, it ends the process when the other side closes its end.
public struct PipeCarrier: Sendable {
    /// The maximum number of bytes to read at once.
    private static let chunk = 1 << 16
    /// The interval between checks for silence, in milliseconds.
    private static let checkInterval: UInt64 = 1000

    private let input: FileDescriptor
    private let output: FileDescriptor
    private var channel: SecureChannel

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
    public static func connect(
        input: Int32,
        output: Int32,
        as role: NoiseHandshake.Role,
        with key: NoiseKey,
        timeout: UInt64 = SessionLimits.silence
    ) throws(SyncError) -> PipeCarrier {
        let (input, output) = (FileDescriptor(input), FileDescriptor(output))
        let deadline = Deadline(milliseconds: timeout)
        var handshake = SecureHandshake(role: role, key: key)
        try output.write(try handshake.advance())
        while true {
            guard try input.isReady(for: .input, within: deadline.remaining) else {
                throw .silence
            }
            let bytes = try input.read(atMost: chunk)
            guard !bytes.isEmpty else { throw .disconnected }
            try output.write(try handshake.advance(with: bytes))
            if let channel = try handshake.channel() {
                return PipeCarrier(input: input, output: output, channel: channel)
            }
        }
    }

    /// The box key that the peer has proved to own.
    public var peer: BoxKey { channel.peer }

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
    public mutating func run<Store>(
        _ session: inout SyncSession<Store>,
        clock: () -> SyncTime
    ) -> SessionOutcome {
        do throws(SyncError) {
            try send(session.start(at: clock()), of: &session, clock)
            // The first turn can arrive together with the last message of the handshake.
            try receive([], in: &session, clock)
            while true {
                if let outcome = session.outcome { return outcome }
                try advance(&session, clock)
            }
        } catch {
            session.abort(error)
            return session.outcome ?? .failed(error)
        }
    }

    /// Waits for the next bytes, and sends the session's response.
    private mutating func advance<Store>(
        _ session: inout SyncSession<Store>,
        _ clock: () -> SyncTime
    ) throws(SyncError) {
        guard try input.isReady(for: .input, within: Self.checkInterval) else {
            return try send(session.checkSilence(at: clock()), of: &session, clock)
        }
        let bytes = try input.read(atMost: Self.chunk)
        if bytes.isEmpty {
            session.disconnect()
        } else {
            try receive(bytes, in: &session, clock)
        }
    }

    private mutating func receive<Store>(
        _ bytes: [UInt8],
        in session: inout SyncSession<Store>,
        _ clock: () -> SyncTime
    ) throws(SyncError) {
        let plaintext = try channel.receive(bytes)
        try send(session.receive(plaintext, at: clock()), of: &session, clock)
    }

    private mutating func send<Store>(
        _ bytes: [UInt8],
        of session: inout SyncSession<Store>,
        _ clock: () -> SyncTime
    ) throws(SyncError) {
        guard !bytes.isEmpty else { return }
        try output.write(try channel.seal(bytes))
        session.noteActivity(at: clock())
    }
}
