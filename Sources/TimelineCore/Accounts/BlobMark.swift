/// A mark of a blob that need not be in the store, or that a user wants there.
///
/// Marks do not determine what sync requests, which follows from the records and the stored blobs.
public enum BlobMark: Int, CaseIterable, Hashable, Sendable {
    /// The blob was not here when a record that references it arrived, or a limit has removed it.
    ///
    /// Its absence is not damage.
    case absent = 1
    /// Sync has received the blob, and it is not a picture.
    case refused = 2
    /// A user has requested the full-size photo, which was not in the store.
    ///
    /// Sync fetches requested photos first. The limit for pictures by others treats such a photo as
    /// if it had been posted at the time of the request, and exempts photos from the latest request
    /// for a day.
    case requested = 3
}

extension AccountReader {
    /// Returns whether sync has not received a blob yet, or has received bytes that are not a
    /// picture.
    package func isAwaited(_ blob: BlobID) throws -> Bool {
        try time(of: .absent, on: blob) != nil || time(of: .refused, on: blob) != nil
    }
}
