import Foundation
import TimelineCore
package import TimelineSQL

/// The scratch databases of the doctor for a store in another database.
package enum ScratchCopy {
    /// Opens an empty database to which a copy of a store is attached as `store`.
    ///
    /// Both are files in the folder for temporary files, and disappear with the connection. Nobody else
    /// can open them.
    ///
    /// - Parameter source: A connection to the store, inside a transaction that reads one snapshot.
    /// - Returns: A connection to the empty database.
    /// - Throws: A database error, or `TimelineError`.
    package static func open(of source: any SQLConnection) throws -> any SQLConnection {
        let folder = URL.temporaryDirectory
        let file = DurableFile.temporaryPath(beside: folder.appending(path: "timeline.sqlite"))
        try DurableFile.create(file)
        let (draft, scratch) = try attaching(file)
        try StoreCopy(from: source, to: draft).runForDoctor()
        return scratch
    }

    private static func attaching(_ file: URL) throws -> (SQLiteDraft, Connection) {
        // Both connections have opened the file at the end, and need no journal beside it.
        defer { StoreFile.removeDraft(file) }
        let draft = try SQLiteDraft(inScratch: file)
        let scratch = try StoreConnections.openScratchFile(beside: file.path)
        try Statement("ATTACH ? AS store", in: scratch)
            .run(Connection.address(of: file.path, isUnchanged: false))
        return (draft, scratch)
    }

    /// Translates the errors of these databases.
    ///
    /// - Throws: `TimelineError`, or any other error thrown by `body`.
    package static func translatingErrors<Result>(
        _ operation: StoreOperation,
        _ body: () throws -> Result
    ) throws -> Result {
        try TimelineSQLite.translatingErrors(StoreText.name(of: operation), body)
    }
}
