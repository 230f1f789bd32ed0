import Foundation

/// Interprets the fuzzing engine's bytes as one record or one body.
///
/// The engine calls this function for each input. Every input must produce a record or an error. A
/// record that is accepted has exactly one encoding, which is the input. The first byte selects
/// whether the rest is a record or a body.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzRecords(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    guard count > 0 else { return 0 }
    let input = Array(UnsafeBufferPointer(start: bytes + 1, count: count - 1))
    do throws(RecordError) {
        if bytes[0].isMultiple(of: 2) {
            let record = try SignedRecord(decoding: input)
            guard record.encoded == input else { abort() }
            check(record)
        } else {
            let signature = [UInt8](repeating: 1, count: SigningKey.signatureByteCount)
            let record = try SignedRecord(bodyBytes: input, signature: signature)
            guard record.body.encoded == input else { abort() }
            check(record)
        }
    } catch {
        return 0
    }
    return 0
}

/// Checks that a record can be written and read again, and that the live set accepts it.
private func check(_ record: SignedRecord) {
    // An error means that the record cannot be read again.
    guard let again = try? SignedRecord(decoding: record.encoded), again == record,
        again.body == record.body, record.encoded.count <= SignedRecord.maximumByteCount
    else { abort() }
    let live = liveSet(of: [VerifiedRecord(unchecked: record)])
    guard live.count == (record.body.content.kind == .keyAdded ? 1 : 0) else { abort() }
    // Verify few signatures, because that takes a hundred times as long as reading.
    if record.signature[0] == 0xFF { _ = try? KeyDirectory().verify(record) }  // May be invalid.
}
