public import TimelineCore

/// The IDs and times of a selection of records.
public struct Inventory: Sendable {
    /// The positions of all live records and rejections, in any order and without duplicates.
    public let positions: [RecordPosition]
    /// The authors whose introductions are part of the selection.
    public let introduced: Set<User.ID>
    /// The state token.
    public let token: SyncToken

    /// Creates an inventory.
    public init(positions: [RecordPosition], introduced: Set<User.ID>, token: SyncToken) {
        self.positions = positions
        self.introduced = introduced
        self.token = token
    }
}
