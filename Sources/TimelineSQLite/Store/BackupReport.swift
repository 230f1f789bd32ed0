/// The result of a backup.
///
/// All numbers count files, so they are higher than the number of photos: a photo consists of the
/// public copy and often of a preview and an original. A file that several posts show counts once.
/// ``damagedPhotos`` is in ascending order.
///
/// ```swift
/// let report = try StoreBackup(of: repository, blobs: blobs, in: folder).copy(to: target)
/// show(report.newPhotoCount, report.photoCount, report.damagedPhotos)
/// ```
public struct BackupReport: Hashable, Sendable, Codable {
    /// The number of files of photos that the store references, damaged and missing ones included.
    public let photoCount: Int
    /// The number of files copied this time; earlier backups had copied the others.
    public internal(set) var newPhotoCount = 0
    /// The SHA-256 of files that are missing or damaged in the store, and so in the backup: 64
    /// hexadecimal digits each.
    public internal(set) var damagedPhotos: [String] = []

    /// Starts a report of a number of files, none of them copied or damaged.
    init(photoCount: Int) { self.photoCount = photoCount }
}
