/// Queries for stamps.
///
/// Every query throws ``TimelineError/storageFailed(_:)`` if reading fails.
public protocol StampReader {
    /// Returns the epoch of this snapshot.
    ///
    /// The epoch grows with every commit that affects the results of queries, including commits by
    /// other processes: commits of records, and commits of private data that add or delete an
    /// account, or mute, unmute, block or unblock a user. Other private data, such as a login or a
    /// new read position, does not advance the epoch, so it does not wake any observers.
    ///
    /// The epoch of a commit is also the arrival number of the posts, comments, likes and follows
    /// that the commit added.
    func epoch() throws -> Int

    /// Returns an author's newest stamp, or ``PushID/min`` if there is none.
    ///
    /// Waiting records and records of removed users are included. The author's next ID or stamp is
    /// minted above the result.
    ///
    /// If `author` is `nil`, the result is the newest stamp in the store, which is only a hint:
    /// Stamps increase per author, so a later snapshot may contain new records with lower stamps. A
    /// repository may also return a stamp that is not quite the newest.
    func newestStamp(of author: User.ID?) throws -> PushID
}
