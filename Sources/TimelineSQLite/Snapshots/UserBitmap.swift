/// A set of users, with one bit for each row ID of the store up to the largest in the set.
///
/// A scan tests the author of every post that it passes; a shift and a mask cost less than hashing
/// a row ID. Row IDs are small and dense (SQLite assigns the next free integer), so even a store of
/// a million users needs 125 kB.
struct UserBitmap: Sendable {
    /// The bits, 64 in a word; row ID 64 is the lowest bit of the second.
    private var words: [UInt64] = []

    /// Adds a user; the bitmap grows to the row ID, with one bit per row of the store.
    ///
    /// - Parameter rowID: a row ID of `user`, which is positive.
    mutating func insert(_ rowID: Int64) {
        let index = Int(rowID >> 6)
        if index >= words.count {
            words += Array(repeating: 0, count: index + 1 - words.count)
        }
        words[index] |= 1 << UInt64(rowID & 63)
    }

    /// Whether a user is in the set; `false` for row IDs beyond the bitmap.
    func contains(_ rowID: Int64) -> Bool {
        let index = Int(rowID >> 6)
        return index < words.count && words[index] & 1 << UInt64(rowID & 63) != 0
    }
}
