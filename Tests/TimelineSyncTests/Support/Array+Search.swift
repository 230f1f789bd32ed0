extension Array<UInt8> {
    /// Returns whether the array contains a sequence of bytes.
    func contains(sequence: [UInt8]) -> Bool {
        guard let first = sequence.first else { return true }
        return indices.contains { self[$0] == first && self[$0...].starts(with: sequence) }
    }
}
