/// The rows of the users whom somebody follows, a bit for each row of the store.
struct FollowedUsers: Sendable {
    private var words: [UInt64] = []

    mutating func insert(_ row: Int64) {
        let index = Int(row >> 6)
        if index >= words.count {
            words += Array(repeating: 0, count: index + 1 - words.count)
        }
        words[index] |= 1 << UInt64(row & 63)
    }

    func contains(_ row: Int64) -> Bool {
        let index = Int(row >> 6)
        return index < words.count && words[index] & 1 << UInt64(row & 63) != 0
    }
}
