/// The messages of faults that occur only if a store is damaged or the program has a bug.
///
/// Users see these messages as the reason for a storage failure.
enum DatabaseErrorText {
    static let clockEmpty = "The table clock is empty."
    static func unknownType(_ type: String, of column: String, in table: String) -> String {
        "The column \(column) of the table \(table) has the type \(type)."
    }
    static let insertedUserGone = "An inserted user is gone."
}
