import Foundation
import Testing

@testable import TimelineSync

@Suite("Vector of another implementation of Noise")
struct NoiseVectorTests {
    /// The vector; see `Vectors/SOURCE.md`.
    private struct Vector: Decodable {
        struct Message: Decodable {
            let payload: String
            let ciphertext: String
        }

        let protocolName: String
        let initPrologue: String
        let initStatic: String
        let initEphemeral: String
        let respPrologue: String
        let respStatic: String
        let respEphemeral: String
        let messages: [Message]
    }

    private let vector: Vector

    init() throws {
        let url = URL(filePath: #filePath).appending(path: "../Vectors/noise-xx.json")
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        vector = try decoder.decode(Vector.self, from: Data(contentsOf: url.standardized))
    }

    /// Decodes hexadecimal digits.
    private func bytes(_ text: String) throws -> [UInt8] {
        let digits = Array(text.utf8)
        return try stride(from: 0, to: digits.count, by: 2)
            .map { index in
                let pair = String(decoding: digits[index..<index + 2], as: UTF8.self)
                return try #require(UInt8(pair, radix: 16))
            }
    }

    private func key(_ text: String) throws -> NoiseKey {
        try #require(NoiseKey(bytes: bytes(text)))
    }

    @Test("Both sides write exactly the messages of the vector, and read them")
    func messages() throws {
        #expect(vector.protocolName == "Noise_XX_25519_ChaChaPoly_SHA256")
        var client = NoiseHandshake(
            role: .initiator,
            staticKey: try key(vector.initStatic),
            ephemeralKey: try key(vector.initEphemeral),
            prologue: try bytes(vector.initPrologue)
        )
        var server = NoiseHandshake(
            role: .responder,
            staticKey: try key(vector.respStatic),
            ephemeralKey: try key(vector.respEphemeral),
            prologue: try bytes(vector.respPrologue)
        )
        try #require(vector.messages.count > 4)
        for (index, message) in vector.messages.prefix(3).enumerated() {
            let (payload, ciphertext) = (try bytes(message.payload), try bytes(message.ciphertext))
            if index == 1 {
                #expect(try server.write(payload) == ciphertext)
                #expect(try client.read(ciphertext) == payload)
            } else {
                #expect(try client.write(payload) == ciphertext)
                #expect(try server.read(ciphertext) == payload)
            }
        }
        try checkTransport(client.transport(), server.transport())
    }

    private func checkTransport(_ client: NoiseTransport, _ server: NoiseTransport) throws {
        // The messages alternate: the first one after the handshake is from the responder.
        var sides = [server, client]
        for (index, message) in vector.messages.dropFirst(3).enumerated() {
            let (payload, ciphertext) = (try bytes(message.payload), try bytes(message.ciphertext))
            // Each message is prefixed with its length.
            let head = [UInt8(ciphertext.count >> 8), UInt8(ciphertext.count & 0xFF)]
            #expect(try sides[index % 2].seal(payload) == head + ciphertext)
            var buffer = head + ciphertext
            #expect(try sides[(index + 1) % 2].open(&buffer) == payload)
        }
    }
}
