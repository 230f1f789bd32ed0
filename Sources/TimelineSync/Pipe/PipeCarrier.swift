/// Runs a session over two file descriptors, such as standard input and output of `ssh`.
///
/// The calls block, so do not call them on Swift's cooperative thread pool. Ignore the `SIGPIPE`
/// signal in the process; otherwise, it ends the process when the other side closes its end.
public struct PipeCarrier {
    /// The maximum number of bytes to read at once.
    private static let chunk = 1 << 16
    /// The interval between checks for silence, in milliseconds.
    private static let checkInterval: UInt64 = 1000

    private let input: FileDescriptor
    private let output: FileDescriptor
    private let clock: () -> SyncTime

    /// Creates a carrier.
    ///
    /// - Parameters:
    ///   - input: The descriptor to read from.
    ///   - output: The descriptor to write to.
    ///   - clock: Returns the time.
    public init(input: Int32, output: Int32, clock: @escaping () -> SyncTime) {
        self.input = FileDescriptor(input)
        self.output = FileDescriptor(output)
        self.clock = clock
    }

    /// Runs a session to its end.
    ///
    /// It does not close the descriptors.
    ///
    /// - Parameter session: A session that has not started.
    /// - Returns: The outcome of the session.
    /// - Throws: ``SyncError/system(errno:)`` if reading or writing fails.
    public func run<Store>(
        _ session: inout SyncSession<Store>
    ) throws(SyncError) -> SessionOutcome {
        try output.write(session.start(at: clock()))
        session.noteActivity(at: clock())
        while true {
            if let outcome = session.outcome { return outcome }
            if try input.isReady(for: .input, within: Self.checkInterval) {
                let bytes = try input.read(atMost: Self.chunk)
                if bytes.isEmpty {
                    session.disconnect()
                } else {
                    try output.write(session.receive(bytes, at: clock()))
                    session.noteActivity(at: clock())
                }
            } else {
                try output.write(session.checkSilence(at: clock()))
            }
        }
    }
}
