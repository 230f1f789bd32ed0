public import TimelineRecords

/// The IDs and times of a selection of records.
public struct Inventory: Sendable {
    /// The positions of all live records and rejections, in any order and without duplicates.
    public let positions: [RecordPosition]
    /// The authors whose introductions are part of the selection.
    public let introduced: Set<RecordUserID>
    /// The state token.
    public let token: StateToken

    /// Creates an inventory.
    public init(positions: [RecordPosition], introduced: Set<RecordUserID>, token: StateToken) {
        self.positions = positions
        self.introduced = introduced
        self.token = token
    }
}
