/// Exchanges the messages of a handshake over a socket.
struct HandshakeChannel {
    private let socket: TCPSocket
    private let deadline: Deadline
    private var messages = HandshakeMessages()

    init(_ socket: TCPSocket, timeout: UInt64) {
        self.socket = socket
        deadline = Deadline(milliseconds: timeout)
    }

    /// The bytes that follow the last complete message.
    var received: [UInt8] { messages.received }

    /// Runs a handshake to its end.
    ///
    /// - Throws: ``SyncError/handshakeFailed``, ``SyncError/silence``, ``SyncError/disconnected`` or
    ///   ``SyncError/system(errno:)``.
    mutating func run(_ handshake: NoiseHandshake) throws(SyncError) -> NoiseTransport {
        var handshake = handshake
        while !handshake.isComplete {
            if handshake.isWriting {
                let message = HandshakeMessages.framed(try handshake.write())
                try socket.send(message, patience: deadline.remaining)
            } else {
                _ = try handshake.read(try nextMessage())
            }
        }
        return try handshake.transport()
    }

    private mutating func nextMessage() throws(SyncError) -> [UInt8] {
        while true {
            if let message = try messages.next() { return message }
            guard
                try socket.descriptor.isReady(for: .input, within: deadline.remaining)
            else { throw .silence }
            guard let bytes = try socket.receive() else { continue }
            guard !bytes.isEmpty else { throw .disconnected }
            messages.append(bytes)
        }
    }
}
