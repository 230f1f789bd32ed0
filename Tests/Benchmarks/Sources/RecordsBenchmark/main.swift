import Foundation
import TimelineCore
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

// Measures signing, verifying and selecting records: RecordsBenchmark [RECORDS]
// Each time is the best of five runs. The processor time of all threads is printed as well, because
// other programs affect it less. Build with `-c release`.

/// Returns the shortest times of five runs in microseconds, and the result of the last run.
func best<Result>(
    _ body: () throws -> Result
) rethrows -> (time: Double, processors: Double, result: Result) {
    var (shortest, leastWork, result) = (Duration.seconds(1_000_000), clock_t.max, try body())
    for _ in 0..<5 {
        let start = clock()
        shortest = min(shortest, try ContinuousClock().measure { result = try body() })
        leastWork = min(leastWork, clock() - start)
    }
    return (shortest / .microseconds(1), Double(leastWork), result)
}

/// Runs `body`, which processes `count` records, and prints the average time for one record.
func report<Result>(_ label: String, _ count: Int, _ body: () throws -> Result) rethrows -> Result {
    let (time, processors, result) = try best(body)
    let each = (time / Double(count) * 100).rounded() / 100
    let work = (processors / Double(count) * 100).rounded() / 100
    let rate = Int(Double(count) / time * 1_000_000)
    print("\(label): \(each) µs each (processors: \(work) µs), \(rate) a second")
    return result
}

struct MissingValue: Error {}

func require<Value>(_ value: Value?) throws -> Value {
    guard let value else { throw MissingValue() }
    return value
}

let count = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 20_000
let root = SigningKey()
let phone = SigningKey()
let author = User.ID(rootKey: root.verifyingKey)
let start: UInt64 = 1_700_000_000_000
let blob = try require(BlobID(bytes: [UInt8](repeating: 1, count: BlobID.byteCount)))
let photo = Photo(
    blob: blob,
    byteCount: 400_000,
    mediaType: .jpeg,
    width: 1080,
    height: 1350,
    alt: "Two suns over sand",
    thumbHash: Data(repeating: 2, count: 21),
    preview: Photo.Preview(blob: blob, byteCount: 40_000)
)
let content = Post.Content(caption: "Two suns over sand #tatooine", photos: [photo])
let certificate = DeviceCertificate(
    root: root.verifyingKey,
    device: phone.verifyingKey,
    box: try require(EncryptionKey(bytes: [UInt8](repeating: 3, count: EncryptionKey.byteCount)))
)
let addition = try VerifiedRecord(
    author: author,
    stamp: PushID(milliseconds: start, bits: (0, 0)),
    content: .keyAdded(certificate),
    signedWith: root
)

/// Mints the ID of a post, and signs its record if `isSigned` is set.
func post(_ source: inout BoundIDSource, isSigned: Bool) throws -> VerifiedRecord? {
    var generator = SystemRandomNumberGenerator()
    let bound: BoundID<Post> = try require(
        source.nextID(at: source.newest.milliseconds + 1000, using: &generator)
    )
    guard isSigned else { return nil }
    return try VerifiedRecord(
        author: author,
        stamp: bound.stamp,
        content: .postSet(bound, content),
        signedWith: phone
    )
}

func posts(isSigned: Bool) throws -> [VerifiedRecord] {
    var source = BoundIDSource(author: author, after: addition.stamp)
    return try (0..<count).compactMap { _ in try post(&source, isSigned: isSigned) }
}

_ = try report("mint an ID", count) { try posts(isSigned: false) }
let records = try report("mint an ID, sign a post", count) { try posts(isSigned: true) }
let encodings = report("encode", count) { records.map(\.encoded) } + [addition.encoded]
print("\(encodings[0].count) bytes for a post")
_ = try report("read and check", count) { try encodings.map { try SignedRecord(decoding: $0) } }
var keys = KeyDirectory()
keys.insert(addition)
let unverified = records.map { SignedRecord($0) }
_ = try report("verify, one processor", count) { try unverified.map { try keys.verify($0) } }
let results = report("read, check and verify, all processors", count) {
    var keys = KeyDirectory()
    return keys.verify(encoded: encodings)
}
let verified = try results.map { try $0.get() }
let live = report("live set", count) { liveSet(of: verified) }
print("\(live.count) of \(verified.count) records are live")
