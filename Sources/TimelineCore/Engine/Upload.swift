package import Foundation

/// A photo that a user has uploaded for a later post.
///
/// The blobs are stored, and private values keep them from being removed. A post takes the place of
/// its uploads. One that no post uses is removed after ``lifetime``.
package struct Upload: Hashable, Sendable, Identifiable {
    /// The ID of the upload.
    package let id: ID
    /// The photo, with its description.
    package internal(set) var photo: Photo
    /// The date of the upload, to the millisecond.
    package let createdAt: Date

    /// The maximum number of a user's unused uploads.
    ///
    /// A further one replaces the oldest, so that a program that forgets its uploads can go on.
    package static let countLimit = 100
    /// The time after which an unused upload is removed: a day, in seconds.
    package static let lifetime: TimeInterval = 86_400

    /// The ID of an upload: 16 random bytes, or the ID and the index of a photo of a deleted post.
    package struct ID: ByteValue, LosslessStringConvertible {
        /// The length of an ID, in bytes.
        package static let byteCount = 16

        /// The bytes of the ID.
        package let bytes: [UInt8]

        /// Creates an ID from its bytes, or returns `nil` unless there are 16.
        package init?(bytes: some Collection<UInt8>) {
            guard bytes.count == Self.byteCount else { return nil }
            self.bytes = Array(bytes)
        }

        /// Creates an ID from its text form of 32 lowercase hexadecimal digits, or returns `nil`
        /// for any other text.
        package init?(_ description: String) { self.init(hexadecimal: description) }

        /// Creates the ID of the upload that remains of a deleted post's photo.
        package init(photo index: UInt8, of post: Post.ID) { bytes = post.pushID.bytes + [index] }

        /// Creates a random ID.
        init(environment: TimelineEnvironment) { bytes = environment.randomBytes(Self.byteCount) }
    }
}

/// The keys of the private values for uploads.
private enum UploadKey {
    /// The prefix of the keys that sort all users' uploads by their time.
    static let times = "draft/upload/"

    static func uploads(of user: User.ID) -> String {
        PrivateValue.accountPrefix(of: user) + "upload/"
    }

    static func upload(_ id: Upload.ID, of user: User.ID) -> String {
        uploads(of: user) + "\(id)"
    }

    /// Returns the prefix of the times of a millisecond.
    static func time(_ milliseconds: UInt64) -> String {
        let digits = String(milliseconds, radix: 16)
        return times + String(repeating: "0", count: 12 - digits.count) + digits + "/"
    }

    static func time(of upload: Upload, of user: User.ID) -> String {
        time(upload.createdAt.millisecondsSince1970) + "\(user)/\(upload.id)"
    }

    static func blob(_ blob: BlobID, of upload: Upload.ID, _ user: User.ID) -> String {
        DraftKey.blob(blob, of: user) + "\(upload)"
    }
}

extension AccountReader {
    /// Returns an upload of a user.
    ///
    /// - Throws: ``TimelineError/itemNotFound(_:)`` if the user has no such upload, or a storage
    ///   error.
    func upload(_ id: Upload.ID, of user: User.ID) throws -> Upload {
        let bytes = try privateValue(forKey: UploadKey.upload(id, of: user))
        guard let upload = bytes.flatMap({ Upload(id, stored: $0) }) else {
            throw TimelineError.itemNotFound(id.description)
        }
        return upload
    }

    /// Returns a user's unused uploads, oldest first.
    func uploads(of user: User.ID) throws -> [Upload] {
        let prefix = UploadKey.uploads(of: user)
        var uploads: [Upload] = []
        try forEachPrivateValue(withPrefix: prefix) { value in
            let id = Upload.ID(String(value.key.dropFirst(prefix.count)))
            if let upload = id.flatMap({ Upload($0, stored: value.bytes) }) {
                uploads.append(upload)
            }
            return true
        }
        return uploads.sorted { ($0.createdAt, $0.id) < ($1.createdAt, $1.id) }
    }

    /// Returns an upload of a user with the given public copy or preview, or `nil` if there is none.
    func upload(showing blob: BlobID, of user: User.ID) throws -> Upload? {
        guard try isDrafted(blob, by: user) else { return nil }
        return try uploads(of: user).first { $0.photo.blobs.contains(blob) }
    }

    /// Returns the oldest uploads of all users that were made before a date, at most `limit`.
    func uploads(before date: Date, limit: Int) throws -> [OldUpload] {
        let end = UploadKey.time(date.millisecondsSince1970)
        return try privateValues(withPrefix: UploadKey.times, after: nil, limit: limit)
            .prefix { $0.key < end }
            .map { value in
                let parts = value.key.split(separator: "/").map(String.init)
                guard parts.count == 5, let user = User.ID(parts[3]), let id = Upload.ID(parts[4]),
                    let bytes = try privateValue(forKey: UploadKey.upload(id, of: user))
                else { return OldUpload(timeKey: value.key, owned: nil) }
                let upload = Upload(id, stored: bytes)
                return OldUpload(timeKey: value.key, owned: upload.map { ($0, user) })
            }
    }
}

/// An upload that no post has used in time.
struct OldUpload: Sendable {
    /// The key that states the time of the upload.
    fileprivate let timeKey: String
    /// The upload and its user, or `nil` if the store is damaged.
    let owned: (upload: Upload, user: User.ID)?
}

extension AccountWriter {
    /// Adds an upload of a user, and removes the user's oldest ones beyond the limit.
    ///
    /// - Parameters:
    ///   - upload: The upload.
    ///   - original: The file that the user has uploaded, or `nil` if it is the public copy.
    ///   - user: The user.
    /// - Returns: The blobs that are no longer needed, unless something else references them.
    /// - Throws: A storage error.
    func add(_ upload: Upload, original: BlobID?, of user: User.ID) throws -> [BlobID] {
        let excess = try uploads(of: user).dropLast(Upload.countLimit - 1)
        var released = try excess.flatMap { try removeUpload($0.id, of: user).photo.blobs }
        try setPrivateValue(upload.stored, forKey: UploadKey.upload(upload.id, of: user))
        try setPrivateValue([1], forKey: UploadKey.time(of: upload, of: user))
        for blob in upload.photo.blobs {
            try setPrivateValue([1], forKey: UploadKey.blob(blob, of: upload.id, user))
        }
        if let original {
            let photo = upload.photo.blob
            released += try [self.original(of: photo, by: user)].compactMap(\.self)
            try setOriginal(original, of: photo, by: user)
        }
        return released
    }

    /// Changes the description of a user's upload.
    ///
    /// - Returns: The upload.
    /// - Throws: ``TimelineError/itemNotFound(_:)`` if the user has no such upload, or a storage
    ///   error.
    func describeUpload(_ id: Upload.ID, as alt: String?, of user: User.ID) throws -> Upload {
        var upload = try upload(id, of: user)
        upload.photo = upload.photo.described(as: alt)
        try setPrivateValue(upload.stored, forKey: UploadKey.upload(id, of: user))
        return upload
    }

    /// Removes an upload of a user and its references to blobs.
    ///
    /// - Returns: The upload.
    /// - Throws: ``TimelineError/itemNotFound(_:)`` if the user has no such upload, or a storage
    ///   error.
    @discardableResult
    func removeUpload(_ id: Upload.ID, of user: User.ID) throws -> Upload {
        let upload = try upload(id, of: user)
        try setPrivateValue(nil, forKey: UploadKey.upload(id, of: user))
        try setPrivateValue(nil, forKey: UploadKey.time(of: upload, of: user))
        for blob in upload.photo.blobs {
            try setPrivateValue(nil, forKey: UploadKey.blob(blob, of: id, user))
        }
        return upload
    }

    /// Removes the oldest uploads of all users that were made before a date, at most `limit`.
    ///
    /// - Returns: The blobs that they referenced.
    /// - Throws: A storage error.
    @discardableResult
    func removeUploads(before date: Date, limit: Int) throws -> [BlobID] {
        try uploads(before: date, limit: limit)
            .flatMap { old -> [BlobID] in
                try setPrivateValue(nil, forKey: old.timeKey)
                return try old.owned
                    .map { try removeUpload($0.upload.id, of: $0.user).photo.blobs } ?? []
            }
    }

    /// Removes all uploads of a user.
    ///
    /// - Returns: The blobs that they referenced.
    /// - Throws: A storage error.
    func removeUploads(of user: User.ID) throws -> [BlobID] {
        try uploads(of: user).flatMap { try removeUpload($0.id, of: user).photo.blobs }
    }
}

extension Upload {
    /// Reads a stored upload: its time in milliseconds since 1970 and its photo.
    ///
    /// Returns `nil` if it is malformed.
    fileprivate init?(_ id: ID, stored bytes: [UInt8]) {
        do throws(RecordError) {
            var reader = CBORReader(bytes)
            try reader.array(of: 2)
            let createdAt = Date(millisecondsSince1970: try reader.milliseconds())
            self.init(id: id, photo: try reader.photo(), createdAt: createdAt)
            try reader.finish()
        } catch {
            return nil
        }
    }

    /// The encoded upload, as it is stored.
    fileprivate var stored: [UInt8] {
        var writer = CBORWriter()
        writer.array(2)
        writer.write(createdAt.millisecondsSince1970)
        writer.write(photo)
        return writer.bytes
    }
}
