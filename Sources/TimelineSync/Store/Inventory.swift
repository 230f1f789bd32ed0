package import TimelineCore

/// The IDs and times of a selection of records.
package struct Inventory: Sendable {
    /// The positions of all live records and rejections, in any order and without duplicates.
    package let positions: [RecordPosition]
    /// The authors whose introductions are part of the selection.
    package let introduced: Set<User.ID>
    /// The state token.
    package let token: SyncToken

    /// Creates an inventory.
    package init(positions: [RecordPosition], introduced: Set<User.ID>, token: SyncToken) {
        self.positions = positions
        self.introduced = introduced
        self.token = token
    }
}
