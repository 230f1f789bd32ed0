import TimelineCore
import TimelineRecords
import TimelineSync

extension Block {
    /// Reads a block: the user, whether they are blocked, the time, and the username or null.
    init(reading reader: inout CBORReader) throws(RecordError) {
        try reader.array(of: 4)
        let user: RecordUserID = try reader.value()
        let isBlocked = try reader.bit()
        let milliseconds = try reader.unsigned()
        guard milliseconds < 1 << 48 else { throw .malformed }
        let name = try reader.optional { reader throws(RecordError) in try reader.text() }
        self.init(User.ID(user), isBlocked: isBlocked, milliseconds: milliseconds, name: name)
    }

    func write(to writer: inout CBORWriter) {
        writer.array(4)
        writer.write(user.recordID)
        writer.write(bit: isBlocked)
        writer.write(milliseconds)
        writer.optional(name) { $0.write($1) }
    }
}

extension AccountReader {
    /// Returns the users from whom sync accepts nothing, because a user of this store has blocked
    /// them.
    ///
    /// A user of this store is not among them: a block by another user of a family's store must not
    /// cut off their own devices. What they write is hidden instead.
    func blockedUsers() throws -> Set<RecordUserID> {
        let users = try keyedUsers()
        var blocked: Set<RecordUserID> = []
        for user in users {
            for block in try blocks(by: User.ID(user)) where block.isBlocked {
                blocked.insert(block.user.recordID)
            }
        }
        return blocked.subtracting(users)
    }
}

extension AccountWriter {
    /// Merges the blocks of another device of the same user: the newer state of each wins.
    func merge(_ blocks: [Block], into user: RecordUserID) throws {
        let owner = User.ID(user)
        let own = Dictionary(try self.blocks(by: owner).map { ($0.user, $0) }) { first, _ in first }
        for block in blocks
        where own[block.user].map({ $0.milliseconds < block.milliseconds }) ?? true {
            try setBlock(block, by: owner)
        }
        try settleBlocks()
    }

    /// Adapts the state of sync to the blocks that the store's users have made or ended.
    ///
    /// The next sessions offer the rejected records of unblocked users again.
    func settleBlocks() throws {
        let (former, blocked) = (try settledBlocks(), try blockedUsers())
        guard blocked != former else { return }
        for user in former.subtracting(blocked) { try acceptAgain(user) }
        try setPrivateValue(blocked.sorted().flatMap(\.bytes), forKey: StateKey.blocked)
    }
}

extension AccountReader {
    /// Returns whether ``AccountWriter/settleBlocks()`` would change anything.
    var hasUnsettledBlocks: Bool { get throws { try settledBlocks() != blockedUsers() } }

    fileprivate func settledBlocks() throws -> Set<RecordUserID> {
        let bytes = try privateValue(forKey: StateKey.blocked) ?? []
        let starts = stride(from: 0, to: bytes.count, by: RecordUserID.byteCount)
        return Set(
            starts.compactMap { start in
                RecordUserID(bytes: bytes[start...].prefix(RecordUserID.byteCount))
            }
        )
    }
}
