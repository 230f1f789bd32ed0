/// Queries for stamps, and for IDs that were replaced.
///
/// Every query throws ``TimelineError/storageFailed(_:)`` if reading fails.
public protocol StampReader {
    /// Returns the epoch of this snapshot, which grows with every commit of changes, including
    /// commits by other processes.
    ///
    /// It is the arrival number of the posts, comments, likes and follows that the commit added.
    /// Private data has no epoch: a login or a read position wakes no observer.
    func epoch() throws -> Int

    /// Returns the newest stamp of the store, or ``PushID/min`` if there is none.
    ///
    /// The result is a hint: stamps increase per author, so a later snapshot may contain new
    /// changes with lower stamps, and a repository may return a stamp that is not quite the newest.
    func newestStamp() throws -> PushID

    /// Returns the newest stamp of an author, or ``PushID/min`` if there is none.
    ///
    /// Pending changes and changes of removed users count. The author's next ID or stamp is minted
    /// above it.
    func newestStamp(of author: User.ID) throws -> PushID

    /// Returns the present IDs of posts and comments moved from IDs with this ending.
    ///
    /// They are in the order of the old IDs.
    func movedIDs(endingWith text: String, limit: Int) throws -> [PushID]
}
