import Testing
import TimelineTestSupport

@testable import TimelineCore

@Suite("Records from strangers")
struct HostileRecordTests {
    private let keys: KeyDirectory
    private let records: [[UInt8]]

    init() throws {
        records = VectorFile.shared?.valid.map { bytes($0.record) } ?? []
        var keys = KeyDirectory()
        for record in records {
            let record = try SignedRecord(decoding: record)
            if record.content.kind == .keyAdded { keys.insert(try keys.verify(record)) }
        }
        self.keys = keys
    }

    /// Returns whether a record is accepted, and checks that it then has exactly one encoding.
    private func isAccepted(_ bytes: [UInt8]) -> Bool {
        do throws(RecordError) {
            let record = try SignedRecord(decoding: bytes)
            let unchecked = VerifiedRecord(unchecked: record)
            #expect(record.encoded == bytes && unchecked.encodedAgain == unchecked.bodyBytes)
            _ = try keys.verify(record)
            return true
        } catch {
            return false
        }
    }

    @Test("Truncated records are rejected")
    func truncated() {
        for record in records {
            #expect(isAccepted(record))
            for count in record.indices { #expect(!isAccepted(Array(record.prefix(count)))) }
        }
    }

    @Test("Records with a changed bit are rejected")
    func changedBits() {
        for record in records {
            for index in record.indices {
                // Each byte is changed in two or three of its bits.
                for bit in stride(from: index % 3, to: 8, by: 3) {
                    var changed = record
                    changed[index] ^= 1 << UInt8(bit)
                    #expect(!isAccepted(changed), "Byte \(index), bit \(bit)")
                }
            }
        }
    }

    @Test("Records with changed bytes are rejected or have one encoding", arguments: 0..<20)
    func changedBytes(_ seed: UInt64) {
        var generator = SplitMix64(seed: seed)
        for _ in 0..<TestEffort.count(50, full: 400) {
            var record = generator.element(of: records)
            for _ in 0...generator.below(4) {
                let index = generator.below(record.count)
                switch generator.below(4) {
                case 0: record[index] = UInt8(truncatingIfNeeded: generator.next())
                case 1: record.insert(0x80, at: index)
                case 2: record.remove(at: index)
                default: record[index] = generator.element(of: record)
                }
            }
            if !records.contains(record) { #expect(!isAccepted(record)) }
        }
    }

    @Test("Bodies with changed bytes are rejected or have one encoding", arguments: 0..<20)
    func changedBodies(_ seed: UInt64) throws {
        var generator = SplitMix64(seed: seed)
        let signature = [UInt8](repeating: 1, count: SigningKey.signatureByteCount)
        for _ in 0..<TestEffort.count(50, full: 400) {
            let valid = try SignedRecord(decoding: generator.element(of: records))
            var body = VerifiedRecord(unchecked: valid).bodyBytes
            // Changes to the content are more likely to be accepted than changes to IDs.
            let index = min(body.count - 1, 50 + generator.below(body.count))
            body[index] = UInt8(truncatingIfNeeded: generator.next())
            // An error is valid here.
            let record = try? SignedRecord(bodyBytes: body, signature: signature)
            if let record { #expect(VerifiedRecord(unchecked: record).encodedAgain == body) }
        }
    }

    @Test("Random bytes are rejected")
    func randomBytes() {
        var generator = SplitMix64(seed: 1)
        for _ in 0..<TestEffort.count(500, full: 5000) {
            #expect(!isAccepted(generator.bytes(generator.below(200))))
            let count = UInt8(generator.below(24))
            let record = [0x82, 0x40 | count] + generator.bytes(Int(count)) + [0x58, 0x40]
            #expect(!isAccepted(record + generator.bytes(64)))
        }
    }

    @Test("A record with a text where a byte string belongs is rejected")
    func textBody() {
        for record in records {
            // First the body is changed to a text string, and then the signature.
            #expect(!isAccepted([0x82, 0x78] + record.dropFirst(2)))
            var changed = record
            changed[record.count - 66] = 0x78
            #expect(!isAccepted(changed))
        }
    }
}
