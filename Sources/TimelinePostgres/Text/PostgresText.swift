#if Cluster
/// The operations and reasons of failures of a store in PostgreSQL.
enum PostgresText {
    static let opening = "Opening the store"
    static let reading = "Reading the store"
    static let writing = "Writing to the store"

    static let interrupted = "the copy was interrupted"
    static let closed = "the store has been closed"
    static let nestedUse = "A closure that reads or writes the store must not use the store again."
    static let silence = "the server does not answer"
    static let unsafeCommit = "the server has not waited for its standby"
    static let unknownOutcome =
        "it is not known whether the change was kept; look before you repeat it."
    static let invalidAddress =
        "the address of the database is not one that PostgreSQL understands; special characters in it are written as %20"
    static let tooOld = "Timeline needs PostgreSQL 13 or later"
    static let lostLease =
        "this process was paused or cut off for so long that others may have removed the photos that it was storing; try again."
    static let removedProcess = "another process has removed the row of this one"
    static let outOfMemory = "PostgreSQL's client library is out of memory"
    static let wrongEncoding =
        "the database does not use UTF-8; create one with `createdb --encoding UTF8`"

    static func reason(_ message: String, host: String?) -> String {
        "PostgreSQL\(host.map { " on \($0)" } ?? ""): \(message)"
    }
    static func wrongArguments(_ count: Int, parameters: Int) -> String {
        "\(count) arguments for \(parameters) parameters"
    }
}
#endif
