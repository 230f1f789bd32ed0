/// The difference between the words in two full-text indexes, as 64-bit sums for each row.
///
/// If a row has different words in the two indexes, its sum is not 0, except with a probability of
/// 2⁻⁶⁴. The hashes of a row's words can be added in any order, so a comparison neither sorts an
/// index nor holds it in memory.
///
/// Each hash covers a word and its position, so the same words in a different order have a
/// different fingerprint. Each process seeds its hashes randomly, so fingerprints must not be
/// stored.
struct IndexFingerprint {
    /// The sums of the hashes of each row's words, modulo 2⁶⁴.
    private var sums: [Int64: UInt64] = [:]

    /// Adds all words of one index and subtracts all words of another one.
    ///
    /// - Parameters:
    ///   - stored: A statement that reads the term, the row ID and the position of each word.
    ///   - expected: A statement that reads the same columns of the other index.
    /// - Throws: `SQLiteError`.
    init(_ stored: Statement, _ expected: Statement) throws {
        try stored.forEach { row in sums[row.int64(1), default: 0] &+= Self.hash(of: row) }
        try expected.forEach { row in sums[row.int64(1), default: 0] &-= Self.hash(of: row) }
    }

    /// The rows with different words, in ascending order.
    var differentRows: [Int64] { sums.filter { $0.value != 0 }.keys.sorted() }

    private static func hash(of row: ResultRow) -> UInt64 {
        var hasher = Hasher()
        row.hash(0, into: &hasher)
        hasher.combine(row.int64(2))
        return UInt64(bitPattern: Int64(hasher.finalize()))
    }
}
