import Foundation
import TimelineCore

/// A folder of saved photos, named by the date of their posts, so that saving can go on where it stopped.
struct PhotoAlbum: Sendable {
    private let folder: URL

    /// How many posts are read at a time.
    private static let page = 200

    /// The album in a folder, which is made when it is missing.
    ///
    /// - Throws: ``CommandError/notAFolder(_:)``, ``TimelineError/storageFailed(_:)``.
    init(folder: URL) throws {
        self.folder = folder
        if try DurableFile.exists(folder), !DurableFile.isFolder(folder) {
            throw CommandError.notAFolder(folder.relativePath)
        }
        if !DurableFile.isFolder(folder) { try DurableFile.makeFolder(folder) }
    }

    /// What was saved.
    struct Saved: Encodable, Sendable {
        /// The files written.
        fileprivate(set) var files: [String] = []
        /// How many were there before.
        fileprivate(set) var alreadyThere = 0
        /// The photos that could not be saved.
        fileprivate(set) var failed: [Loss] = []
    }

    /// A photo that could not be saved.
    struct Loss: Encodable, Sendable {
        /// The short ID of its post.
        let post: String
        /// The stable name of the error.
        let code: String
        /// The reason, as a sentence.
        let reason: String
        /// Whether its bytes in the store are missing or damaged.
        let isOfStore: Bool

        private enum CodingKeys: CodingKey { case post, code, reason }
    }

    /// Saves the photos of all of a user's posts, newest first, past those that cannot be saved.
    ///
    /// - Parameters:
    ///   - user: whose photos.
    ///   - export: reads the files.
    ///   - progress: told how many posts are done.
    /// - Returns: what was saved.
    /// - Throws: ``TimelineError`` of the folder; what was saved stays, and is left out the next time.
    func save(
        all user: User,
        _ export: PhotoExporter,
        _ progress: (Int) -> Void
    ) async throws -> Saved {
        var saved = Saved()
        var done = 0
        var cursor: Post.ID?
        repeat {
            let page = try await export.reader.page(
                of: .user(user.id),
                before: cursor,
                limit: Self.page
            )
            for post in page.posts {
                try await save(post, export, &saved)
                done += 1
                progress(done)
            }
            cursor = page.next
        } while cursor != nil
        return saved
    }

    private func save(
        _ post: PostView,
        _ export: PhotoExporter,
        _ saved: inout Saved
    ) async throws {
        // What is stripped though the owner has the original too is another file.
        let mark = export.isStripped ? ".stripped" : ""
        let stem = "\(fileDate(of: post.createdAt))_\(post.id.shortID)\(mark)"
        for (photo, name) in zip(post.photos, post.fileNames(stem)) {
            let path = folder.appending(path: name)
            guard !FileManager.default.fileExists(atPath: path.path) else {
                saved.alreadyThere += 1
                continue
            }
            let content: Data
            do {
                content = try await export.file(of: photo)
            } catch let error as TimelineError {
                saved.failed.append(try Loss(of: post, error))
                continue
            }
            try write(content, to: path)
            saved.files.append(path.relativePath)
        }
    }

    /// Writes a file that has its name only when it is whole.
    private func write(_ content: Data, to path: URL) throws {
        let part = folder.appending(path: ".\(path.lastPathComponent).part")
        try DurableFile.remove(part)
        try OutputFile(url: part).write(content)
        try DurableFile.move(part, to: path)
    }
}

extension PhotoAlbum.Loss {
    /// Notes the loss of one photo.
    ///
    /// - Throws: the error, when it is about more than one photo.
    fileprivate init(of post: PostView, _ error: TimelineError) throws {
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

/// A date as in `2026-11-14_18-00-05`, in UTC, so that it does not depend on where the files are saved.
private func fileDate(of date: Date) -> String {
    String(date.formatted(.iso8601.dateTimeSeparator(.space)).prefix(19))
        .replacing(" ", with: "_").replacing(":", with: "-")
}
