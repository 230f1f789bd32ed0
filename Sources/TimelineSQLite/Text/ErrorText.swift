/// The messages of database errors that occur only if a store is damaged or the program has a bug.
///
/// Users see these messages as the reason for a storage failure.
enum ErrorText {
    static let closed = "The store has been closed."
    static let nestedUse = "A closure that reads or writes the store must not use the store again."
    static let transactionEnded = "SQLite has rolled back the transaction after an earlier error."
    static let statementRuns = "The statement runs already."
    static let clockEmpty = "The table clock is empty."
    static let insertedUserGone = "An inserted user is gone."

    static func wrongArguments(_ count: Int32, parameters: Int32) -> String {
        "\(count) arguments for \(parameters) parameters"
    }
}
