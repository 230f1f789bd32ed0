package import TimelineCore

/// Verifies records with the keys that it has collected.
///
/// A `KeyDirectory` verifies signatures. Simulations use a faster verifier.
package protocol RecordVerifier {
    /// Adds the keys in a record that adds a device. Other records have no effect.
    mutating func insert(_ record: VerifiedRecord)
    /// Decodes and verifies records, including those signed with keys in other records of the
    /// batch.
    mutating func verify(
        encoded encodings: [[UInt8]]
    ) -> [Result<VerifiedRecord, RecordError>]
}

extension KeyDirectory: RecordVerifier {}
