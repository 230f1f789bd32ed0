import TimelineCore

/// The 64-bit fingerprints of the words in each row of `text_words`.
///
/// If a row has different words in two indexes, its fingerprints differ, except with a probability
/// of 2⁻⁶⁴. The hashes of a row's words can be added in any order, so an audit neither sorts an
/// index nor holds it in memory.
///
/// Each hash covers a word and its position, so the same words in a different order have a
/// different fingerprint. Each process seeds its hashes randomly, so fingerprints must not be
/// stored.
struct IndexFingerprint {
    /// The sum of the hashes of each row's words, modulo 2⁶⁴.
    private var sums: [Int64: UInt64] = [:]

    /// Adds a word.
    ///
    /// - Parameters:
    ///   - word: The word in UTF-8.
    ///   - rowID: The row of `text_words` that contains the word.
    ///   - position: The number of words that precede the word in the row.
    mutating func add(_ word: some Collection<UInt8>, at rowID: Int64, position: Int) {
        var hasher = Hasher()
        for byte in word { hasher.combine(byte) }
        hasher.combine(position)
        sums[rowID, default: 0] &+= UInt64(bitPattern: Int64(hasher.finalize()))
    }

    /// Adds all words of a row, which are separated by spaces.
    ///
    /// If the text is empty, no row is added.
    mutating func add(_ words: String, at rowID: Int64) {
        for (position, word) in words.utf8.split(separator: UInt8(ascii: " ")).enumerated() {
            add(word, at: rowID, position: position)
        }
    }

    /// Returns the rows with different fingerprints, in no particular order.
    ///
    /// The result includes rows that exist in only one of the two indexes.
    func differences(from other: IndexFingerprint) -> [Int64] {
        guard sums != other.sums else { return [] }
        return Set(sums.keys).union(other.sums.keys).filter { sums[$0] != other.sums[$0] }
    }
}
