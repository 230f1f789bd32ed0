/// Exchanges the messages of a handshake, each after its length (2 bytes, big-endian).
struct HandshakeChannel {
    private let socket: TCPSocket
    private let deadline: Deadline
    /// The bytes that belong to no message read so far.
    private(set) var received: [UInt8] = []

    init(_ socket: TCPSocket, timeout: UInt64) {
        self.socket = socket
        deadline = Deadline(milliseconds: timeout)
    }

    /// Runs a handshake to its end.
    ///
    /// - Throws: ``SyncError/handshakeFailed``, ``SyncError/silence``, ``SyncError/disconnected`` or
    ///   ``SyncError/system(errno:)``.
    mutating func run(_ handshake: NoiseHandshake) throws(SyncError) -> NoiseTransport {
        var handshake = handshake
        while !handshake.isComplete {
            if handshake.isWriting {
                let message = try handshake.write()
                let length = [UInt8(message.count >> 8), UInt8(message.count & 0xFF)]
                try socket.send(length + message, patience: deadline.remaining)
            } else {
                _ = try handshake.read(try nextMessage())
            }
        }
        return try handshake.transport()
    }

    private mutating func nextMessage() throws(SyncError) -> [UInt8] {
        while true {
            if received.count >= 2 {
                let length = Int(received[0]) << 8 | Int(received[1])
                // Most strangers that speak another protocol fail here.
                guard length <= TCPLimits.handshakeMessage else { throw .handshakeFailed }
                if received.count >= 2 + length {
                    let message = Array(received[2..<2 + length])
                    received.removeFirst(2 + length)
                    return message
                }
            }
            guard
                try socket.descriptor.isReady(for: .input, within: deadline.remaining)
            else { throw .silence }
            guard let bytes = try socket.receive() else { continue }
            guard !bytes.isEmpty else { throw .disconnected }
            received += bytes
        }
    }
}
