/// A set of users, with one bit for each row ID up to the largest row ID in the set.
///
/// A scan tests the author of every post that it reads. A shift and a mask are faster than hashing
/// a row ID. Row IDs are small and dense, because SQLite assigns the next free integer, so even a
/// store of a million users needs only 125 kB.
struct UserBitmap: Sendable {
    /// The bits, in words of 64 bits, in which row ID 64 is the lowest bit of the second word.
    private var words: [UInt64] = []

    /// Adds a user, extending the bitmap to the row ID if necessary.
    ///
    /// - Parameter rowID: The row ID of the user, which is positive.
    mutating func insert(_ rowID: Int64) {
        let index = Int(rowID >> 6)
        if index >= words.count {
            words += Array(repeating: 0, count: index + 1 - words.count)
        }
        words[index] |= 1 << UInt64(rowID & 63)
    }

    /// Returns whether a user is in the set, which is `false` for row IDs beyond the end of the
    /// bitmap.
    func contains(_ rowID: Int64) -> Bool {
        let index = Int(rowID >> 6)
        return index < words.count && words[index] & 1 << UInt64(rowID & 63) != 0
    }
}
