/// The result of a backup.
///
/// All numbers refer to files, so they are higher than the number of photos: a photo consists of a
/// public copy and, in many cases, a preview and an original. A file that several posts show is
/// counted once.
///
/// ```swift
/// let report = try StoreBackup(of: repository, blobs: blobs, in: folder).copy(to: target)
/// show(report.newPhotoCount, report.photoCount, report.damagedPhotos)
/// ```
public struct BackupReport: Hashable, Sendable, Codable {
    /// The number of photo files that the store references, including damaged and missing files.
    public let photoCount: Int
    /// The number of files copied by this backup, not including files that earlier backups copied.
    public internal(set) var newPhotoCount = 0
    /// The SHA-256 digests of the files that could not be copied because they are missing or
    /// damaged in the store.
    ///
    /// Each digest has 64 hexadecimal digits. The digests are in ascending order.
    public internal(set) var damagedPhotos: [String] = []

    /// Creates a report for the given number of files, none of which are copied or damaged yet.
    init(photoCount: Int) { self.photoCount = photoCount }
}
