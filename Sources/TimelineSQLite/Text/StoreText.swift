import TimelineSQL

/// The operations and reasons of storage failures, and the instructions in a backup.
///
/// An operation starts the message of a storage failure, and a reason ends it.
enum StoreText {
    // MARK: Operations

    static let opening = "Opening the store"
    static let openingInMemory = "Opening a store in memory"
    static let closing = "Closing the store"
    static let reading = "Reading the store"
    static let writing = "Writing to the store"
    static let copying = "Copying the store"

    static func name(of operation: StoreOperation) -> String {
        switch operation {
        case .reading: reading
        case .writing: writing
        }
    }
    static func openingFile(_ path: String) -> String { "Opening \(path)" }

    // MARK: Reasons

    static let diskFull = "the disk is full"
    static let replacedFile = "its file was moved or replaced; start the program again"

    static let unwritableDisk =
        "its disk is full, or does not accept writes; free some space and start the program again"

    static func invalidVersion(_ version: Int) -> String {
        "its version is \(version), which no program wrote; restore a backup"
    }
    static func unreadable(_ error: DecodingError) -> String {
        "stored data is unreadable: \(error)"
    }

    // MARK: Backups

    static func backupInstructions(ofServers isOfServers: Bool) -> String {
        """
        This folder is a backup of a Timeline store: timeline.sqlite and the photos in blobs.
        \(isOfServers ? restoringOnServers : restoringInFolder)

        """
    }

    private static let restoringInFolder = """
        To restore it, stop all programs that use the store, `timeline serve` first. Then move the old
        folder away, copy this folder to its place, and run `timeline doctor`.
        """

    private static let restoringOnServers = """
        To restore it, stop all programs that use the store, `timeline serve` first. Remove what is left
        of the old store from the database with `DROP SCHEMA timeline CASCADE`, or create a new database.
        Then run the following command, with the address of the database and the place for the photos:

            timeline move --store THIS-FOLDER --to postgres://… --to-photos s3://…

        Until then, `timeline feed --store THIS-FOLDER` and other commands can read this folder.
        """
}

/// The messages of database errors that occur only if a store is damaged or the program has a bug.
///
/// Users see these messages as the reason for a storage failure.
enum SQLiteErrorText {
    static let closed = "The store has been closed."
    static let nestedUse = "A closure that reads or writes the store must not use the store again."
    static let transactionEnded = "SQLite has rolled back the transaction after an earlier error."
    static let statementRuns = "The statement runs already."

    static func wrongArguments(_ count: Int32, parameters: Int32) -> String {
        "\(count) arguments for \(parameters) parameters"
    }
}
