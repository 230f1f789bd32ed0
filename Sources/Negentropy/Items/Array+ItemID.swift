extension Array<UInt8> {
    /// Appends the 32 bytes of an ID.
    mutating func append(_ id: ItemID) {
        append(littleEndian: id.number.limb0)
        append(littleEndian: id.number.limb1)
        append(littleEndian: id.number.limb2)
        append(littleEndian: id.number.limb3)
    }

    /// Replaces the 32 bytes that start at `offset` with those of an ID.
    mutating func overwrite(at offset: Int, with id: ItemID) {
        overwrite(at: offset, with: id.number.limb0)
        overwrite(at: offset + 8, with: id.number.limb1)
        overwrite(at: offset + 16, with: id.number.limb2)
        overwrite(at: offset + 24, with: id.number.limb3)
    }

    private mutating func overwrite(at offset: Int, with number: UInt64) {
        for index in 0..<8 {
            self[offset + index] = UInt8(truncatingIfNeeded: number >> UInt64(8 * index))
        }
    }
}
