import TimelineCore

/// Which words stand where in each row of `text_words`, as one number for a row: two indexes that differ have
/// different numbers, but by a chance of one in 2^64.
///
/// The numbers add up in any order, so that neither index has to be sorted or held.
struct WordPlaces {
    private var sums: [Int64: UInt64] = [:]

    /// Adds a word.
    mutating func add(_ word: some Collection<UInt8>, at row: Int64, number: Int) {
        var hasher = Hasher()
        for byte in word { hasher.combine(byte) }
        hasher.combine(number)
        sums[row, default: 0] &+= UInt64(bitPattern: Int64(hasher.finalize()))
    }

    mutating func add(_ word: String, at row: Int64, number: Int) {
        add(word.utf8, at: row, number: number)
    }

    /// Adds the words of a whole row.
    mutating func add(_ words: String, at row: Int64) {
        for (number, word) in words.utf8.split(separator: UInt8(ascii: " ")).enumerated() {
            add(word, at: row, number: number)
        }
    }

    /// The rows that are not the same in both.
    func differences(from other: WordPlaces) -> [Int64] {
        guard sums != other.sums else { return [] }
        return Set(sums.keys).union(other.sums.keys).filter { sums[$0] != other.sums[$0] }
    }
}
