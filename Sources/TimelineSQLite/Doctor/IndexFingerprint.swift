import TimelineCore

/// A 64-bit fingerprint of the words in each row of `text_words`.
///
/// Two indexes with different words differ in a fingerprint, except with a probability of 2⁻⁶⁴ per
/// row. The hashes of a row's words are added, in any order, so an audit neither sorts an index nor
/// holds it in memory.
///
/// Word, row and position enter the hash, so a phrase in another order differs. Each process seeds
/// its hashes at random, so fingerprints must not be stored.
struct IndexFingerprint {
    /// The sum of the hashes of each row's words, modulo 2⁶⁴.
    private var sums: [Int64: UInt64] = [:]

    /// Adds a word.
    ///
    /// - Parameters:
    ///   - word: the word in UTF-8.
    ///   - rowID: the row of `text_words`.
    ///   - position: the number of words before it in the row.
    mutating func add(_ word: some Collection<UInt8>, at rowID: Int64, position: Int) {
        var hasher = Hasher()
        for byte in word { hasher.combine(byte) }
        hasher.combine(position)
        sums[rowID, default: 0] &+= UInt64(bitPattern: Int64(hasher.finalize()))
    }

    /// Adds all words of a row, which are separated by spaces; an empty text adds no row.
    mutating func add(_ words: String, at rowID: Int64) {
        for (position, word) in words.utf8.split(separator: UInt8(ascii: " ")).enumerated() {
            add(word, at: rowID, position: position)
        }
    }

    /// The rows with different fingerprints, unordered; rows that only one of the two has are among
    /// them.
    func differences(from other: IndexFingerprint) -> [Int64] {
        guard sums != other.sums else { return [] }
        return Set(sums.keys).union(other.sums.keys).filter { sums[$0] != other.sums[$0] }
    }
}
