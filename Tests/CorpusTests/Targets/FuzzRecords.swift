@testable import TimelineCore

/// Interprets the fuzzing engine's bytes as one record or one body.
///
/// A record that is accepted has exactly one encoding, which is the input. The first byte selects
/// whether the rest is a record or a body.
func fuzzRecords(_ bytes: [UInt8]) throws(Violation) {
    guard let first = bytes.first else { return }
    let input = Array(bytes.dropFirst())
    if first.isMultiple(of: 2) {
        // An error is a valid result.
        guard let record = try? SignedRecord(decoding: input) else { return }
        try require(record.encoded == input)
        try check(record)
    } else {
        let signature = [UInt8](repeating: 1, count: SigningKey.signatureByteCount)
        // An error is a valid result.
        guard let record = try? SignedRecord(bodyBytes: input, signature: signature) else { return }
        try require(VerifiedRecord(unchecked: record).encodedAgain == input)
        try check(record)
    }
}

/// Checks that a record can be written and read again, and that the live set accepts it.
private func check(_ record: SignedRecord) throws(Violation) {
    // An error means that the record cannot be read again.
    let again = try require(try? SignedRecord(decoding: record.encoded))
    try require(again == record)
    try require(record.encoded.count <= SignedRecord.maximumByteCount)
    let unchecked = VerifiedRecord(unchecked: record)
    try require(unchecked.encodedAgain == unchecked.bodyBytes)
    let live = liveSet(of: [unchecked])
    try require(live.count == (record.content.kind == .keyAdded ? 1 : 0))
    // Verify few signatures, because that takes a hundred times as long as reading.
    if unchecked.signature[0] == 0xFF { _ = try? KeyDirectory().verify(record) }  // May be invalid.
}

extension VerifiedRecord {
    /// The body, written again from its values.
    fileprivate var encodedAgain: [UInt8] {
        Self.body(author: author, key: key, stamp: stamp, postAuthor: home, content: content)
    }
}
