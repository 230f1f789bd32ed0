import Negentropy
import TimelineCore

/// The ID of a record, salted for one session.
struct SaltedID: ByteValue {
    static let byteCount = ItemID.byteCount

    let item: ItemID

    init(_ item: ItemID) {
        self.item = item
    }

    init?(bytes: some Collection<UInt8>) {
        guard let item = ItemID(bytes: bytes) else { return nil }
        self.item = item
    }

    var bytes: [UInt8] { item.bytes }

    static func < (left: Self, right: Self) -> Bool { left.item < right.item }
}
