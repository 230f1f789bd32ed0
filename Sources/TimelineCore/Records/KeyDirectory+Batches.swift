import TimelineCrypto

extension KeyDirectory {
    /// Reads and verifies many records on all processors.
    ///
    /// Records that add a device are verified first, and their keys are added to the directory, so
    /// the order of the records does not matter. Blocks the calling thread, which also verifies
    /// records. Do not call the method on Swift's cooperative thread pool.
    ///
    /// - Parameter encodings: The bytes of each record. They may come from strangers.
    /// - Returns: For each record, in the same order, the verified record or the error that rejects
    ///   it.
    public mutating func verify(
        encoded encodings: [[UInt8]]
    ) -> [Result<VerifiedRecord, RecordError>] {
        let records = ConcurrentParts.map(encodings.count) { index in
            Result { () throws(RecordError) in try SignedRecord(decoding: encodings[index]) }
        }
        return verify(records)
    }

    private mutating func verify(
        _ records: [Result<SignedRecord, RecordError>]
    ) -> [Result<VerifiedRecord, RecordError>] {
        let empty = KeyDirectory()
        let keyRecords = records.indices.filter { records[$0].addsKey }
        let verifiedKeys = ConcurrentParts.map(keyRecords.count) { index in
            records[keyRecords[index]].verified(by: empty)
        }
        for case .success(let record) in verifiedKeys { insert(record) }
        let others = records.indices.filter { !records[$0].addsKey }
        let verifiedOthers = ConcurrentParts.map(others.count) { [self] index in
            records[others[index]].verified(by: self)
        }
        let pairs = zip(keyRecords + others, verifiedKeys + verifiedOthers)
        return pairs.sorted { $0.0 < $1.0 }.map(\.1)
    }
}

extension Result<SignedRecord, RecordError> {
    /// Whether the record is well-formed and adds a device.
    fileprivate var addsKey: Bool {
        if case .success(let record) = self { record.body.content.kind == .keyAdded } else { false }
    }

    fileprivate func verified(by keys: KeyDirectory) -> Result<VerifiedRecord, RecordError> {
        flatMap { record in
            Result<VerifiedRecord, RecordError> { () throws(RecordError) in
                try keys.verify(record)
            }
        }
    }
}
