/// The tables of a store, as described in `Docs/Schema.md`.
///
/// The schema states every invariant that SQL can express: lengths of IDs, ranges, references, and
/// pairs of columns that are `NULL` together. A program with a bug therefore fails with a
/// constraint error instead of storing invalid data. Decision 9 explains the choice of keys:
/// integers for users, and blobs for push IDs.
package enum Schema {
    /// The version of the tables, which SQLite keeps in `user_version`.
    ///
    /// Until the first release, each change of the tables raises it, so that programs refuse each
    /// other's stores. Nothing converts the tables of another version.
    package static let version = 19
}
