import TimelineCrypto
import Testing

@testable import TimelineCore

@Suite("Record vectors")
struct VectorTests {
    @Test("The file contains all records")
    func count() {
        #expect(VectorFile.shared?.valid.count == 26)
        #expect(VectorFile.shared?.invalid.count == 44)
    }

    @Test("User IDs and key IDs are derived from the public keys")
    func identifiers() throws {
        let people = try #require(VectorFile.shared?.people)
        #expect(people.count == 2)
        for (name, person) in people {
            let (root, device) = (try key(name, "root"), try key(name, "device"))
            #expect(root.verifyingKey.description == person.root)
            #expect(device.verifyingKey.description == person.device)
            #expect(root.id.description == person.rootKeyID)
            #expect(device.id.description == person.deviceKeyID)
            #expect(User.ID(rootKey: root.verifyingKey).bytes.hexadecimal == person.user)
        }
    }

    @Test("Valid records are read, verified and written again")
    func valid() throws {
        var keys = KeyDirectory()
        for vector in VectorFile.shared?.valid ?? [] {
            let record = try SignedRecord(decoding: bytes(vector.record))
            let verified = try keys.verify(record)
            keys.insert(verified)
            #expect(record.id.description == vector.id)
            #expect(hexadecimal(verified.bodyBytes) == vector.body)
            #expect(hexadecimal(verified.encodedAgain) == vector.body)
            #expect(hexadecimal(record.encoded) == vector.record)
            #expect(record.author.bytes.hexadecimal == person(vector.author)?.user)
            switch record.content {
            case .unknown(let kind, _): #expect(vector.kind == .number(kind))
            case let content: #expect(vector.kind == .name(vectorName(content.kind)))
            }
        }
    }

    @Test("Signing a body again returns a valid record", arguments: VectorFile.shared?.valid ?? [])
    func signing(_ vector: VectorFile.Valid) throws {
        let zeros = [UInt8](repeating: 0, count: SigningKey.signatureByteCount)
        let unsigned = VerifiedRecord(
            unchecked: try SignedRecord(bodyBytes: bytes(vector.body), signature: zeros)
        )
        let record = try VerifiedRecord(
            author: unsigned.author,
            stamp: unsigned.stamp,
            postAuthor: unsigned.home,
            content: unsigned.content,
            signedWith: key(vector.author, vector.signedBy)
        )
        let read = try SignedRecord(decoding: record.encoded)
        #expect(try directory().verify(read).saysTheSame(as: unsigned))
        #expect(record.id.description == vector.id)
        #if !canImport(Darwin)
        // CryptoKit adds randomness to signatures, but BoringSSL does not.
        #expect(hexadecimal(record.encoded) == vector.record)
        #endif
    }

    @Test("Invalid records are rejected", arguments: VectorFile.shared?.invalid ?? [])
    func invalid(_ vector: VectorFile.Invalid) throws {
        let expected = try #require(Self.errors[vector.why])
        #expect(throws: expected) {
            let record = try SignedRecord(decoding: bytes(vector.record))
            _ = try directory().verify(record)
        }
    }

    private static let errors: [String: RecordError] = [
        "one byte of the signature changed": .invalidSignature,
        "one byte of the body changed": .unboundID(id("0150c642f275e6fdf2093467dd75e1")),
        "signed by another's key": .invalidSignature,
        "signed without the domain": .invalidSignature,
        "a byte after the end": .trailingBytes(count: 1),
        "a byte after the end of the body": .trailingBytes(count: 1),
        "the version written in two bytes": .notShortest,
        "a text of unknown length (indefinite)": .unsupportedValue(initialByte: 0x7F),
        "a map": .unsupportedValue(initialByte: 0xA1),
        "a float": .unsupportedValue(initialByte: 0xFB),
        "a tag": .unsupportedValue(initialByte: 0xD8),
        "an unknown profile field": .unknownProfileField(6),
        "a username cleared": .malformed,
        "a username that is not allowed": .invalidValue(.invalidUsername("Leia Organa")),
        "text that is not UTF-8": .invalidUTF8,
        "home is the author, written out": .homeIsAuthor,
        "han deletes leia's post: the name is not his":
            .unboundID(id("0150c642f275e6fdf2093467dd75e1")),
        "a post whose name is not made of its nonce":
            .unboundID(id("0150c642f275148de9c5a7a44d19e5")),
        "a like whose home is not the post's author":
            .unboundID(id("0150c642f275e6fdf2093467dd75e1")),
        "a comment whose name is made for another post":
            .unboundID(id("0150c642f27a7326c31a49ef124ab3")),
        "a post stamped before its name": .stampBeforePost,
        "no photo": .invalidValue(.photoCountRefused(0)),
        "eleven photos": .invalidValue(.photoCountRefused(11)),
        "a description of 1,501 characters":
            .invalidValue(.invalidText(.tooLong(.alt, limit: 1500))),
        "a picture of more than 250 megapixels":
            .invalidValue(
                .photoRefused(.tooManyPixels(width: 250_000_001, height: 1), name: nil)
            ),
        "a latitude above 90 degrees": .invalidValue(.invalidPlace("90.0000001,0.0")),
        "a place without name and position": .invalidValue(.invalidPlace("")),
        "follows himself": .invalidValue(.selfFollow),
        "unfollows himself": .invalidValue(.selfFollow),
        "a root key signs a post": .unknownKey(KeyID(number: 0x4970_6bcd_7f8e_b06a)),
        "a device key removes the profile": .unknownKey(KeyID(number: 0x04c1_120b_d406_d2fc)),
        "a device of leia certified by han's root": .wrongRoot,
        "format version 2": .unsupportedVersion(2),
        "an end of a key with two elements": .malformed,
        "an end of a key without its list": .malformed,
        "a revocation of 15 bytes": .malformed,
        "part 0 of a revocation": .invalidRevocation,
        "part 3 of 2": .invalidRevocation,
        "part 1 of 65": .invalidRevocation,
        "a list in descending order": .invalidRevocation,
        "a list with a record twice": .invalidRevocation,
        "a list with a whole record ID": .malformed,
        "the list as one byte string": .malformed,
        "leia ends her root key": .rootKeyIsNotADevice,
    ]

    private static func id(_ text: String) -> PushID {
        PushID(bytes: bytes(text)) ?? .min
    }

    private func person(_ name: String) -> VectorFile.Person? { VectorFile.shared?.people[name] }

    private func key(_ name: String, _ role: String) throws -> SigningKey {
        let seed = SHA256.hash(Array("\(name) \(role)".utf8)).bytes
        return try #require(SigningKey(seed: seed))
    }

    private func directory() throws -> KeyDirectory {
        var keys = KeyDirectory()
        for vector in VectorFile.shared?.valid.prefix(2) ?? [] {
            keys.insert(try keys.verify(SignedRecord(decoding: bytes(vector.record))))
        }
        return keys
    }

    /// Returns the name that the vectors have for a kind.
    private func vectorName(_ kind: RecordKind?) -> String {
        switch kind {
        case .accountDeleted: "profileRemoved"
        case .keyRevoked: "keyEnded"
        case let kind?: "\(kind)"
        case nil: ""
        }
    }
}
