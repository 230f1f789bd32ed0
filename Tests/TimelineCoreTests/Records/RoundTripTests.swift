import Foundation
import Testing

@testable import TimelineCore

@Suite("Reading and writing records")
struct RoundTripTests {
    @Test(
        "Random records of each kind are equal after writing and reading",
        arguments: RecordKind.allCases + [nil]
    )
    func random(_ kind: RecordKind?) throws {
        var bodies = try RandomBodies(seed: kind?.rawValue ?? 0)
        var keys = KeyDirectory()
        keys.insert(
            VerifiedRecord(
                unchecked: try bodies.author.signed(
                    bodies.author.certificate(),
                    at: stamp(0)
                )
            )
        )
        for _ in 0..<60 {
            let record = try bodies.record(kind)
            #expect(record.content.kind == kind)
            let signed = try SignedRecord(decoding: record.encoded)
            let read = try keys.verify(signed)
            #expect(read == record && read.saysTheSame(as: record) && read.id == record.id)
            #expect(read.encoded == record.encoded && read.encodedAgain == record.bodyBytes)
            let again = try SignedRecord(bodyBytes: read.encodedAgain, signature: read.signature)
            #expect(again == signed)
        }
    }

    @Test("The longest record has 573,440 bytes")
    func longest() throws {
        let author = try Author(1)
        func signed(_ count: Int) throws -> SignedRecord {
            var writer = CBORWriter()
            writer.write([UInt8](repeating: 0, count: count))
            return try author.signed(.unknown(kind: 99, content: writer.bytes), at: stamp(1))
        }
        let overhead = try signed(70_000).encoded.count - 70_000
        let record = try signed(SignedRecord.maximumByteCount - overhead)
        #expect(record.encoded.count == SignedRecord.maximumByteCount)
        #expect(try SignedRecord(decoding: record.encoded) == record)
        #expect(throws: RecordError.tooLong(bytes: SignedRecord.maximumByteCount + 1)) {
            try signed(SignedRecord.maximumByteCount - overhead + 1)
        }
        let long = [UInt8](repeating: 0, count: SignedRecord.maximumByteCount + 1)
        #expect(throws: RecordError.tooLong(bytes: long.count)) {
            try SignedRecord(decoding: long)
        }
    }

    @Test("A post with the longest texts fits into a record")
    func longestPost() throws {
        let author = try Author(1)
        // A letter with 15 combining marks and one more byte has 32 bytes, but is one character.
        let letter = "\u{E9}" + String(repeating: "\u{301}", count: 15)
        func text(_ field: TextField) -> String {
            String(repeating: letter, count: field.limit)
        }
        let blob = try #require(BlobID(bytes: [UInt8](repeating: 1, count: 32)))
        let photo = Photo(
            blob: blob,
            byteCount: 64 << 20,
            mediaType: .heic,
            width: 10_000,
            height: 10_000,
            alt: text(.alt),
            thumbHash: Data(repeating: 2, count: 25),
            preview: Photo.Preview(blob: blob, byteCount: 64 << 20)
        )
        let content = Post.Content(
            caption: text(.caption),
            photos: Array(repeating: photo, count: 10),
            place: Place(
                name: text(.placeName),
                coordinate: Coordinate(latitudeE7: .min / 3, longitudeE7: .min / 3)
            )
        )
        #expect(text(.alt).utf8.count == TextField.alt.byteLimit)
        let bound = author.bound(10)
        let record = try author.signed(.postSet(bound, content), at: bound.stamp)
        let read = VerifiedRecord(unchecked: try SignedRecord(decoding: record.encoded))
        #expect(read.saysTheSame(as: VerifiedRecord(unchecked: record)))
    }

    @Test("Arrays are at most 5 levels deep, including the body")
    func depth() throws {
        let author = try Author(1)
        func nested(_ levels: Int) -> RecordContent {
            .unknown(kind: 99, content: [UInt8](repeating: 0x81, count: levels - 1) + [0x80])
        }
        #expect(throws: Never.self) { try author.signed(nested(4), at: stamp(1)) }
        #expect(throws: RecordError.tooDeep) { try author.signed(nested(5), at: stamp(1)) }
        #expect(throws: RecordError.tooDeep) { try author.signed(nested(300_000), at: stamp(1)) }
    }

    @Test("A statement is checked before it is signed")
    func checkedBody() throws {
        let (leia, han) = (try Author(1), try Author(2))
        let bound = leia.bound(10)
        #expect(throws: RecordError.unboundID(bound.stamp)) {
            try han.signed(.postDeleted(bound), at: stamp(11))
        }
        #expect(throws: RecordError.malformed) {
            // The content of a known kind cannot be passed as unknown content.
            try leia.signed(.unknown(kind: 5, content: [0x80]), at: stamp(11))
        }
        #expect(throws: RecordError.unexpectedHome) {
            try leia.signed(.followed(han.id), at: stamp(11), on: han)
        }
    }
}
