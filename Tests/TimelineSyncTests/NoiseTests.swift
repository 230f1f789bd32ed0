import Testing

@testable import TimelineSync

@Suite("Noise")
struct NoiseTests {
    private let anna: NoiseKey
    private let ben: NoiseKey

    init() throws {
        anna = try #require(NoiseKey(bytes: Array(repeating: 1, count: 32)))
        ben = try #require(NoiseKey(bytes: Array(repeating: 2, count: 32)))
    }

    /// Runs a handshake in which `change` may alter a message.
    private func handshake(
        prologues: ([UInt8], [UInt8]) = ([], []),
        change: (Int, inout [UInt8]) -> Void = { _, _ in }
    ) throws -> (NoiseTransport, NoiseTransport) {
        var client = NoiseHandshake(role: .initiator, staticKey: anna, prologue: prologues.0)
        var server = NoiseHandshake(role: .responder, staticKey: ben, prologue: prologues.1)
        var payloads: [[UInt8]] = []
        for index in 0..<3 {
            var message = try index == 1 ? server.write([7]) : client.write([7])
            change(index, &message)
            payloads.append(try index == 1 ? client.read(message) : server.read(message))
        }
        let transports = (try client.transport(), try server.transport())
        #expect(payloads == [[7], [7], [7]])
        return transports
    }

    @Test("Both sides learn each other's static key and exchange messages")
    func symmetry() throws {
        var (client, server) = try handshake()
        #expect(client.peer == ben.encryptionKey)
        #expect(server.peer == anna.encryptionKey)
        let long = Array(repeating: UInt8(5), count: 150_000)
        for bytes in [[1, 2, 3], long, []] {
            var buffer = try client.seal(bytes)
            #expect(try server.open(&buffer) == bytes)
            #expect(buffer.isEmpty)
            var reply = try server.seal(bytes)
            #expect(try client.open(&reply) == bytes)
        }
    }

    @Test("The handshake has 96 + 64 + 32 + 3 bytes, and hides static keys")
    func sizes() throws {
        var sizes: [Int] = []
        _ = try handshake { _, message in
            sizes.append(message.count)
            let window = anna.publicBytes
            #expect(!message.indices.contains { message[$0...].starts(with: window) })
        }
        #expect(sizes == [32 + 1, 32 + 48 + 17, 48 + 17])
    }

    @Test("Incomplete messages wait for the rest")
    func parts() throws {
        var (client, server) = try handshake()
        let bytes = try client.seal([1, 2, 3])
        var buffer: [UInt8] = []
        var received: [UInt8] = []
        for byte in bytes {
            buffer.append(byte)
            received += try server.open(&buffer)
        }
        #expect(received == [1, 2, 3])
    }

    @Test("A changed handshake fails", arguments: 0..<3, [0, 31, 32, 40])
    func tampering(message: Int, index: Int) throws {
        #expect(throws: SyncError.handshakeFailed) {
            try handshake { number, bytes in
                if number == message { bytes[min(index, bytes.count - 1)] ^= 1 }
            }
        }
    }

    @Test("Changed, repeated and reordered messages are rejected")
    func replay() throws {
        var (client, server) = try handshake()
        let first = try client.seal([1])
        let second = try client.seal([2])
        var early = second
        #expect(throws: SyncError.handshakeFailed) { try server.open(&early) }
        (client, server) = try handshake()
        let message = try client.seal([1])
        var buffer = message
        #expect(try server.open(&buffer) == [1])
        buffer = message
        #expect(throws: SyncError.handshakeFailed) { try server.open(&buffer) }
        #expect(first != second)
    }

    @Test("Both sides need the same prologue")
    func prologue() throws {
        #expect(throws: SyncError.handshakeFailed) { try handshake(prologues: ([1], [2])) }
        _ = try handshake(prologues: ([1], [1]))
    }

    @Test("A peer without the private key of its static key cannot finish")
    func wrongStaticKey() throws {
        let eve = try #require(NoiseKey(bytes: Array(repeating: 3, count: 32)))
        var client = NoiseHandshake(role: .initiator, staticKey: eve)
        var server = NoiseHandshake(role: .responder, staticKey: ben)
        _ = try server.read(client.write())
        _ = try client.read(server.write())
        _ = try server.read(client.write())
        // The responder can detect that Eve is not Anna.
        #expect(try server.transport().peer == eve.encryptionKey)
        #expect(try server.transport().peer != anna.encryptionKey)
    }

    @Test("Messages out of turn are rejected")
    func order() throws {
        var client = NoiseHandshake(role: .initiator, staticKey: anna)
        #expect(throws: SyncError.handshakeFailed) { try client.read([]) }
        #expect(throws: SyncError.handshakeFailed) { try client.transport() }
        _ = try client.write()
        #expect(throws: SyncError.handshakeFailed) { try client.write() }
    }

    @Test("Ephemeral keys of small order are rejected")
    func smallOrder() throws {
        var server = NoiseHandshake(role: .responder, staticKey: ben)
        _ = try server.read(Array(repeating: 0, count: 32))
        #expect(throws: SyncError.handshakeFailed) { try server.write() }
    }
}
