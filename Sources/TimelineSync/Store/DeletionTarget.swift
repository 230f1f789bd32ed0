/// Whether a store holds what a record deletes.
package enum DeletionTarget: Hashable, Sendable {
    /// The store holds it, or another record that has deleted the same.
    case held
    /// The store does not hold it.
    case absent
    /// The store holds a newer like in place of the one that the record removes.
    case replaced
}
