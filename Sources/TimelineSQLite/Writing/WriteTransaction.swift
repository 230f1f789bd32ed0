import GRDB
import TimelineCore

/// One batch of changes; applying each kind of change is an extension, in the folder of each
/// concept.
///
/// The transaction around it makes the batch atomic. Counts and search indexes are written at the
/// end, since most changes of a batch touch the same ones.
///
/// ## Order of a batch
/// 1. The initializer reads facts about the store (`BatchCache`).
/// 2. `apply(_:)` rejects the batch if two posts or comments would share an ID, before it writes
///    anything.
/// 3. Each change is applied to the tables, becomes pending, or is dropped. Changes of counts and
///    texts are noted in the batch.
/// 4. `finish(newest:)` writes words, tags, mentions and counts, and advances the epoch.
///
/// Everything that writes shared data ends with `finish(newest:)` or advances the epoch itself; a
/// cache of the former epoch would lack its rows.
///
/// ## Laws
/// The five laws of changes (`SocialRepository`) hold because each step is idempotent and
/// independent of the order: inserts ignore rows that exist, registers merge by stamp, deletions
/// leave tombstones that later additions respect, and changes that come too early are stored. A
/// count changes only when a row was in fact inserted, deleted or switched.
///
/// A value of this type must not outlive its transaction, and a transaction has one. It belongs to
/// the thread of the writer's queue.
struct WriteTransaction: Tables {
    /// The tables, for statements that need no state of the batch.
    let tables: SharedTables
    /// Facts about the store and pending writes of this batch.
    ///
    /// A class: the extensions note their results in it.
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
    ///
    /// Makes a new reader for each use, so it never answers with the counters of an earlier state.
    var reader: ReadTransaction { ReadTransaction(uncached: database) }
}
