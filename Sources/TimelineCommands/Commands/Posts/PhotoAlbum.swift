import Foundation
import TimelineCore

/// A folder of saved photos.
///
/// File names begin with the date of the post and never change, so an interrupted export can be
/// resumed.
struct PhotoAlbum: Sendable {
    private let folder: URL

    /// The number of posts to read per page.
    private static let pageSize = 200

    /// Opens the album in the given folder, creating the folder if it does not exist.
    ///
    /// - Throws: ``CommandError/notAFolder(_:)`` if the path is a file, or
    ///   ``TimelineError/storageFailed(_:)`` if the folder cannot be created.
    init(folder: URL) throws {
        self.folder = folder
        if try !DurableFile.existsOutsideStore(folder) {
            try withExternalFileErrors(.creatingFolder, folder) {
                try DurableFile.makeFolder(folder)
            }
        }
        guard DurableFile.isFolder(folder) else {
            throw CommandError.notAFolder(folder.relativePath)
        }
    }

    /// The result of an export.
    struct Export: Encodable, Sendable {
        /// The paths of the files written by this export.
        fileprivate(set) var files: [String] = []
        /// The number of files skipped because they already existed.
        fileprivate(set) var skippedCount = 0
        /// The photos that could not be saved.
        fileprivate(set) var failures: [Failure] = []
    }

    /// A photo that could not be saved.
    struct Failure: Encodable, Sendable {
        /// The short ID of the photo's post.
        let post: String
        /// The stable name of the error.
        let code: String
        /// The reason for the failure, as a sentence.
        let reason: String
        /// Whether the photo is missing from the store or damaged there.
        let isOfStore: Bool

        private enum CodingKeys: CodingKey { case post, code, reason }
    }

    /// Saves the photos of all of a user's posts, newest first.
    ///
    /// Photos that cannot be saved are skipped and reported.
    ///
    /// - Parameters:
    ///   - user: The author of the posts.
    ///   - exporter: The exporter that reads the photos.
    ///   - progress: A closure that receives the number of posts processed so far.
    /// - Returns: The files written, the number of files skipped, and the failures.
    /// - Throws: A ``TimelineError`` or ``CommandError`` that affects more than one photo. Files
    ///   that have already been saved remain and are skipped the next time.
    func save(
        all user: User,
        with exporter: PhotoExporter,
        progress: (Int) -> Void
    ) async throws -> Export {
        var export = Export()
        var count = 0
        var cursor: Post.ID?
        repeat {
            let page = try await exporter.reader.page(
                of: .user(user.id),
                before: cursor,
                limit: Self.pageSize
            )
            for post in page.posts {
                try await save(post, with: exporter, into: &export)
                count += 1
                progress(count)
            }
            cursor = page.next
        } while cursor != nil
        return export
    }

    private func save(
        _ post: PostView,
        with exporter: PhotoExporter,
        into export: inout Export
    ) async throws {
        // Stripped copies have their own file names, because the original may be saved to the same
        // folder.
        let suffix = exporter.isStripped ? ".stripped" : ""
        let stem = "\(fileDate(of: post.createdAt))_\(post.id.shortID)\(suffix)"
        for (photo, name) in zip(post.photos, post.fileNames(stem: stem)) {
            let path = folder.appending(path: name)
            guard !FileManager.default.fileExists(atPath: path.path) else {
                export.skippedCount += 1
                continue
            }
            let contents: Data
            do {
                contents = try await exporter.contents(of: photo)
            } catch let error as TimelineError {
                if error == .photoNotArrived { await exporter.requestMissing(in: post) }
                export.failures.append(try Failure(of: post, error: error))
                continue
            }
            try write(contents, to: path)
            export.files.append(path.relativePath)
        }
    }

    /// Writes to a temporary file and renames it once it is complete.
    private func write(_ contents: Data, to path: URL) throws {
        let part = folder.appending(path: ".\(path.lastPathComponent).part")
        try withExternalFileErrors(.writing, path) {
            try DurableFile.remove(part)
            try OutputFile(url: part).write(contents)
            try DurableFile.move(part, to: path)
        }
    }
}

extension PhotoAlbum.Failure {
    /// Creates the description of a failure to save one photo.
    ///
    /// - Throws: `error` itself, if it may affect other photos too.
    fileprivate init(of post: PostView, error: TimelineError) throws {
        switch error {
        // A photo is not found if its post was deleted in the meantime.
        case .photoNotArrived, .photoNotFound: isOfStore = false
        case .storageFailed: isOfStore = true
        default: throw error
        }
        self.post = post.id.shortID
        code = error.code
        reason = error.description
    }
}

/// Returns a date in the form `2026-11-14_18-00-05`, in UTC so that file names do not depend on the
/// machine's time zone.
private func fileDate(of date: Date) -> String {
    String(date.formatted(.iso8601.dateTimeSeparator(.space)).prefix(19))
        .replacing(" ", with: "_").replacing(":", with: "-")
}

/// An exporter that reads photo files with the access rights of one reader.
struct PhotoExporter: Sendable {
    /// The session or guest that reads the photos.
    let reader: any Principal
    /// Whether metadata is also removed from the reader's own photos.
    let isStripped: Bool

    /// Returns the contents of a photo's file.
    ///
    /// - Throws: A ``TimelineError`` if the photo cannot be read or stripped.
    func contents(of photo: Photo) async throws -> Data {
        try await reader.data(of: photo, isStripped: isStripped)
    }

    /// Requests the photos of a post that are not on this device, if a user is logged in.
    func requestMissing(in post: PostView) async {
        guard let session = reader as? UserSession else { return }
        // The photos on this device can be exported even if the request fails.
        try? await session.requestMissing(post.photos)
    }
}

extension PostView {
    /// Returns the file names of the photos.
    ///
    /// Each consists of `stem`, a number if the post has several photos, and the file extension of
    /// the format.
    func fileNames(stem: String) -> [String] {
        photos.enumerated()
            .map { index, photo in
                let number = photos.count > 1 ? "-\(index + 1)" : ""
                return "\(stem)\(number).\(photo.mediaType.fileExtension)"
            }
    }
}
