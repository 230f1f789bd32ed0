/// The result of a backup.
public struct BackupReport: Hashable, Sendable, Codable {
    /// The number of photos in the store, damaged ones included.
    public let photoCount: Int
    /// The number of photos copied this time; earlier backups had copied the others.
    public internal(set) var newPhotoCount = 0
    /// The SHA-256 of photos that are missing or damaged in the store, and so in the backup.
    public internal(set) var damagedPhotos: [String] = []

    init(photoCount: Int) { self.photoCount = photoCount }
}
