import Foundation
import TimelineCore

/// A folder of saved photos, named by the date of their posts, so that saving can go on where it stopped.
struct PhotoAlbum: Sendable {
    private let folder: URL

    /// How many posts are read at a time.
    private static let page = 200

    /// The album in a folder, which is made when it is missing.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    init(folder: URL) throws {
        self.folder = folder
        if !DurableFile.isFolder(folder) { try DurableFile.makeFolder(folder) }
    }

    /// What was saved.
    struct Saved: Encodable, Sendable {
        /// The files written.
        fileprivate(set) var files: [String] = []
        /// How many were there before.
        fileprivate(set) var alreadyThere = 0
        /// Those that cannot leave.
        fileprivate(set) var refused: [Refusal] = []
    }

    /// A photo that was not saved.
    struct Refusal: Encodable, Sendable {
        /// The name of its post.
        let post: String
        /// Why, as a sentence.
        let reason: String
    }

    /// Saves the photos of all of a user's posts, newest first.
    ///
    /// - Parameters:
    ///   - user: whose photos.
    ///   - leaving: gives the files.
    ///   - progress: told how many posts are done.
    /// - Returns: what was saved.
    /// - Throws: ``TimelineError``; what was saved stays, and is left out the next time.
    func save(
        all user: User,
        _ leaving: LeavingPhotos,
        _ progress: (Int) -> Void
    ) async throws -> Saved {
        var saved = Saved()
        var done = 0
        var cursor: Post.ID?
        repeat {
            let page = try await leaving.engine.page(
                of: .user(user.id),
                for: leaving.viewer?.id,
                before: cursor,
                limit: Self.page
            )
            for post in page.posts {
                try await save(post, leaving, &saved)
                done += 1
                progress(done)
            }
            cursor = page.next
        } while cursor != nil
        return saved
    }

    private func save(
        _ post: PostView,
        _ leaving: LeavingPhotos,
        _ saved: inout Saved
    ) async throws {
        // What is stripped though the owner has the original too is another file.
        let mark = leaving.isStripped ? ".stripped" : ""
        let stem = "\(fileDate(of: post.createdAt))_\(post.id.shortName)\(mark)"
        for (photo, name) in zip(post.photos, post.fileNames(stem)) {
            let path = folder.appending(path: name)
            guard !FileManager.default.fileExists(atPath: path.path) else {
                saved.alreadyThere += 1
                continue
            }
            do {
                try write(try await leaving.file(of: photo, in: post), to: path)
                saved.files.append(path.relativePath)
            } catch let error as TimelineError where error.isOfPhoto {
                let name = post.id.shortName
                saved.refused.append(Refusal(post: name, reason: error.description))
            }
        }
    }

    /// Writes a file that has its name only when it is whole.
    private func write(_ content: Data, to path: URL) throws {
        let part = folder.appending(path: ".\(path.lastPathComponent).part")
        try DurableFile.remove(part)
        try DurableFile.export(content, to: part)
        try DurableFile.move(part, to: path)
    }
}

extension TimelineError {
    /// Whether a photo's bytes are the reason, not the folder or the store.
    fileprivate var isOfPhoto: Bool {
        if case .photoRefused = self { true } else { false }
    }
}

/// A date as in `2026-11-14_18-00-05`, in UTC, so that it does not depend on where the files are saved.
private func fileDate(of date: Date) -> String {
    String(date.formatted(.iso8601.dateTimeSeparator(.space)).prefix(19))
        .replacing(" ", with: "_").replacing(":", with: "-")
}
