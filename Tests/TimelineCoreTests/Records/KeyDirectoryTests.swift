import Testing
import TimelineTestSupport

@testable import TimelineCore

@Suite("Verifying records")
struct KeyDirectoryTests {
    private let leia: Author
    private let han: Author

    init() throws {
        (leia, han) = (try Author(1), try Author(2))
    }

    /// Returns a directory with the phones of both users.
    private func directory() throws -> KeyDirectory {
        var keys = KeyDirectory()
        for author in [leia, han] {
            keys.insert(try keys.verify(author.signed(author.certificate(), at: stamp(1))))
        }
        return keys
    }

    @Test("A record is rejected until its key is known")
    func unknownKey() throws {
        let post = try leia.signed(.accountDeleted, at: stamp(2))
        #expect(throws: RecordError.unknownKey(leia.root.id)) { try KeyDirectory().verify(post) }
        #expect(try SignedRecord(directory().verify(post)) == post)
        let laptop = try leia.signed(.profileSet(.bio("x")), at: stamp(2), key: leia.laptop)
        #expect(throws: RecordError.unknownKey(leia.laptop.id)) { try directory().verify(laptop) }
    }

    @Test("Only the root key signs the records that require it, and no others")
    func roles() throws {
        let keys = try directory()
        let root: [RecordContent] = [.accountDeleted, revocation(of: leia.laptop.id)]
        let device: [RecordContent] = [
            .profileSet(.bio("x")), .followed(han.id), .unknown(kind: 99, content: [0]),
            .postSet(leia.bound(10), try content("")), .postDeleted(leia.bound(10)),
        ]
        for content in root + device {
            let right = content.isSignedByRoot ? leia.root : leia.phone
            let wrong = content.isSignedByRoot ? leia.phone : leia.root
            #expect(throws: Never.self) {
                try keys.verify(leia.signed(content, at: stamp(20), key: right))
            }
            #expect(throws: RecordError.unknownKey(wrong.id)) {
                try keys.verify(leia.signed(content, at: stamp(20), key: wrong))
            }
        }
        #expect(throws: RecordError.wrongRoot) {
            try leia.signed(leia.certificate(), at: stamp(2), key: leia.phone)
        }
    }

    @Test("A key of another user is not accepted")
    func otherUser() throws {
        let record = try leia.signed(.profileSet(.bio("x")), at: stamp(2), key: han.phone)
        #expect(throws: RecordError.unknownKey(han.phone.id)) { try directory().verify(record) }
        // The key ID is Leia's, but the signature is Han's.
        let claimed = leia.body(.profileSet(.bio("x")), at: stamp(2))
        let signature = try han.phone.signature(for: SigningDomain.record.message(claimed))
        let forged = try SignedRecord(bodyBytes: claimed, signature: signature)
        #expect(throws: RecordError.invalidSignature) { try directory().verify(forged) }
    }

    @Test("Another user's root key cannot add a device")
    func otherRoot() throws {
        #expect(throws: RecordError.wrongRoot) {
            try leia.signed(han.certificate(), at: stamp(2), key: han.root)
        }
        #expect(throws: RecordError.wrongRoot) {
            // The root key in the content is Leia's, but the key ID is Han's.
            try leia.signed(leia.certificate(), at: stamp(2), key: han.root)
        }
    }

    @Test("The root key is not a device")
    func rootIsNotADevice() throws {
        #expect(throws: RecordError.rootKeyIsNotADevice) {
            try leia.signed(leia.certificate(of: leia.root), at: stamp(2))
        }
        #expect(throws: RecordError.rootKeyIsNotADevice) {
            try leia.signed(revocation(of: leia.root.id), at: stamp(2))
        }
    }

    @Test("A signature without the domain is not valid")
    func domain() throws {
        let body = leia.body(.profileSet(.bio("x")), at: stamp(2))
        for message in [body, SigningDomain.name.message(body)] {
            let signature = try leia.phone.signature(for: message)
            let record = try SignedRecord(bodyBytes: body, signature: signature)
            #expect(throws: RecordError.invalidSignature) { try directory().verify(record) }
        }
    }

    @Test("A record signed twice has one ID")
    func signedTwice() throws {
        let (first, second) = (
            try leia.signed(.profileSet(.bio("x")), at: stamp(2)),
            try SignedRecord(
                bodyBytes: leia.body(.profileSet(.bio("x")), at: stamp(2)),
                signature: [UInt8](repeating: 1, count: 64)
            )
        )
        #expect(first.id == second.id && first != second)
        let added = try leia.record(leia.certificate(), at: stamp(1))
        let copies = [first, second].map { VerifiedRecord(unchecked: $0) }
        #expect(liveSet(of: [added] + copies) == [added, copies[0]])
    }

    @Test("A batch is verified in any order, and every result has the position of its record")
    func batches() throws {
        var generator = SplitMix64(seed: 1)
        for count in [0, 1, 3, 300] {
            var records: [[UInt8]] = try [leia, han]
                .map { author in
                    try author.signed(author.certificate(), at: stamp(1)).encoded
                }
            for index in 0..<count {
                let author = index.isMultiple(of: 2) ? leia : han
                let content = RecordContent.profileSet(.bio("\(index)"))
                var record = try author.signed(content, at: stamp(UInt64(index))).encoded
                if index.isMultiple(of: 3) { record[record.count - 1] ^= 1 }
                if index.isMultiple(of: 5) { record.append(0) }
                records.append(record)
            }
            records.shuffle(using: &generator)
            var keys = KeyDirectory()
            let results = keys.verify(encoded: records)
            #expect(results.count == records.count)
            for (result, bytes) in zip(results, records) {
                let expected = Result { () throws(RecordError) in
                    try keys.verify(SignedRecord(decoding: bytes))
                }
                #expect(result == expected)
            }
        }
        var keys = KeyDirectory()
        #expect(keys.verify(encoded: [[]]) == [.failure(.truncated)])
    }
}
