public import TimelineRecords

/// Verifies records with the keys that it has collected.
///
/// A `KeyDirectory` verifies signatures. Simulations use a faster verifier.
public protocol RecordVerifier {
    /// Adds the keys of a record that adds a device. Other records change nothing.
    mutating func insert(_ record: VerifiedRecord)
    /// Reads and verifies records, including those that need keys of other records in the batch.
    mutating func verify(
        encoded encodings: [[UInt8]]
    ) -> [Result<VerifiedRecord, RecordError>]
}

extension KeyDirectory: RecordVerifier {}
