/// The messages of database errors that only a damaged store or a mistake in the program causes.
///
/// People see them as the reason of a storage failure.
enum FaultText {
    static let statementRuns = "The statement runs already."
    static let clockEmpty = "The table clock is empty."
    static let insertedUserGone = "An inserted user is gone."

    static func wrongArguments(_ count: Int32, parameters: Int32) -> String {
        "\(count) arguments for \(parameters) parameters"
    }
}
