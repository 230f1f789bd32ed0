import Foundation
import TimelineCore

/// A folder of saved photos.
///
/// File names begin with the date of the post and never change, so an interrupted export can
/// continue.
struct PhotoAlbum: Sendable {
    private let folder: URL

    /// The number of posts read at a time.
    private static let pageSize = 200

    /// Opens the album in a folder, which is created if it is missing.
    ///
    /// - Throws: ``CommandError/notAFolder(_:)``, ``TimelineError/storageFailed(_:)``.
    init(folder: URL) throws {
        self.folder = folder
        if try !DurableFile.exists(folder) { try DurableFile.makeFolder(folder) }
        guard DurableFile.isFolder(folder) else {
            throw CommandError.notAFolder(folder.relativePath)
        }
    }

    /// The result of an export.
    struct Export: Encodable, Sendable {
        /// The files written.
        fileprivate(set) var files: [String] = []
        /// The number of files that existed before.
        fileprivate(set) var skippedCount = 0
        /// The photos that cannot be saved.
        fileprivate(set) var failures: [Failure] = []
    }

    /// A photo that cannot be saved.
    struct Failure: Encodable, Sendable {
        /// The short ID of its post.
        let post: String
        /// The stable name of the error.
        let code: String
        /// The reason, as a sentence.
        let reason: String
        /// Whether the store has lost the photo or damaged it.
        let isOfStore: Bool

        private enum CodingKeys: CodingKey { case post, code, reason }
    }

    /// Saves the photos of all posts of a user, newest first, and continues after photos that
    /// cannot be saved.
    ///
    /// - Parameters:
    ///   - user: the author of the posts.
    ///   - exporter: reads the photos.
    ///   - progress: called with the number of posts saved so far.
    /// - Returns: the result.
    /// - Throws: ``TimelineError`` or ``CommandError`` about the folder; files already saved
    ///   remain, and are skipped the next time.
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
        // The stripped copy of a photo gets a name of its own, since the original may be saved too.
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
                export.failures.append(try Failure(of: post, error: error))
                continue
            }
            try write(contents, to: path)
            export.files.append(path.relativePath)
        }
    }

    /// Writes to a temporary file, which is renamed when it is complete.
    private func write(_ contents: Data, to path: URL) throws {
        let part = folder.appending(path: ".\(path.lastPathComponent).part")
        try DurableFile.remove(part)
        try OutputFile(url: part).write(contents)
        try DurableFile.move(part, to: path)
    }
}

extension PhotoAlbum.Failure {
    /// Describes the failure to save one photo.
    ///
    /// - Throws: `error`, if it concerns more than one photo.
    fileprivate init(of post: PostView, error: TimelineError) throws {
        switch error {
        case .photoRefused: isOfStore = false
        case .storageFailed, .photoNotFound: isOfStore = true
        default: throw error
        }
        self.post = post.id.shortID
        code = error.code
        reason = error.description
    }
}

/// A date as in `2026-11-14_18-00-05`, in UTC, so that names do not depend on the machine's time
/// zone.
private func fileDate(of date: Date) -> String {
    String(date.formatted(.iso8601.dateTimeSeparator(.space)).prefix(19))
        .replacing(" ", with: "_").replacing(":", with: "-")
}
