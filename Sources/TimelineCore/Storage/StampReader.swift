/// Queries for stamps, and for IDs that were replaced.
///
/// Every query throws ``TimelineError/storageFailed(_:)`` if reading fails.
public protocol StampReader {
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
