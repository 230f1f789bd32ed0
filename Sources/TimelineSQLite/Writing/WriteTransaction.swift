import GRDB
import TimelineCore

/// One batch of changes; applying each kind of change is an extension, in the folder of each
/// concept.
///
/// The transaction around it makes the batch atomic. Counts and search indexes are written at the
/// end, since most changes of a batch touch the same ones.
struct WriteTransaction: Tables {
    let tables: SharedTables
    /// Facts about the store and pending writes of this batch.
    let batch: BatchCache
    /// The lowest stamp of news.
    let oldestNews: PushID

    var database: Database { tables.database }

    /// Starts a batch, with one statement.
    ///
    /// - Parameters:
    ///   - database: a connection inside a transaction.
    ///   - oldestNews: the lowest stamp of posts that are news.
    /// - Throws: `DatabaseError`.
    init(_ database: Database, oldestNews: PushID = .min) throws {
        tables = SharedTables(database: database)
        batch = try BatchCache(tables)
        self.oldestNews = oldestNews
    }

    /// The arrival number of a comment, like or follow; 0 if it was too old on arrival to be news.
    func arrival(of stamp: PushID) -> Int { stamp >= oldestNews ? batch.arrival : 0 }

    /// Reads the tables as the batch has left them so far.
    ///
    /// Counts are missing the batch's own changes until ``writeCounts()``.
    var reader: ReadTransaction { ReadTransaction(uncached: database) }
}
