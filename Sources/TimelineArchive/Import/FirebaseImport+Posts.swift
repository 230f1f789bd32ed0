import Foundation
import TimelineCore

extension FirebaseImport {
    /// Imports the posts in small batches, so that only a few pictures are in memory at a time.
    ///
    /// - Returns: The accepted posts by their IDs in the archive.
    mutating func importPosts() async throws -> [PushID: AcceptedPost] {
        var accepted: [PushID: AcceptedPost] = [:]
        var remaining = archive.posts.all[...]
        while !remaining.isEmpty {
            let reader = PostReader(
                archive: archive,
                roster: roster,
                nonces: nonces,
                photoProcessor: engine.photoProcessor,
                now: engine.environment.now()
            )
            let (total, progress) = (archive.posts.all.count, progress)
            let batch = try await engine.pictures.run { [remaining] in
                reader.read(remaining) { progress(total - remaining.count + $0, total) }
            }
            remaining = remaining.dropFirst(batch.entryCount)
            for (entry, fault) in batch.rejected {
                try ledger.reject(\.posts, at: entry, for: fault)
            }
            let steps = try await apply(batch.steps)
            for post in steps.compactMap(AcceptedPost.init) { accepted[post.archived] = post }
        }
        return accepted
    }
}

/// A batch of posts from an archive, read along with their pictures.
private struct PostBatch: Sendable {
    /// The number of entries read.
    var entryCount = 0
    /// The total size of all pictures in bytes.
    var byteCount = 0
    var steps: [ImportStep] = []
    var rejected: [(entry: String, fault: EntryError)] = []

    mutating func append(_ step: ImportStep) {
        steps.append(step)
        byteCount += step.photo?.byteCount ?? 0
    }
}

/// A reader of posts and their pictures, for use on a thread that may block.
private struct PostReader: Sendable {
    let archive: FirebaseArchive
    let roster: ImportRoster
    let nonces: ExportedNonces
    let photoProcessor: any PhotoProcessor
    let now: Date

    /// The maximum number of posts in a batch.
    private static let postLimit = 20
    /// The total size of all pictures, in bytes, at which a batch ends.
    private static let photoByteLimit = PictureLimits.bytes

    /// Reads the first batch of the given posts.
    ///
    /// - Parameters:
    ///   - entries: The posts.
    ///   - progress: Receives the number of posts read so far.
    /// - Returns: The batch.
    func read(
        _ entries: ArraySlice<FirebaseEntry<FirebasePost>>,
        progress: (Int) -> Void
    ) -> PostBatch {
        var batch = PostBatch()
        for entry in entries.prefix(Self.postLimit) where batch.byteCount < Self.photoByteLimit {
            let path = entry.path(in: "posts")
            batch.entryCount += 1
            do throws(EntryError) {
                batch.append(try step(for: entry, at: path))
            } catch {
                batch.rejected.append((path, error))
            }
            progress(batch.entryCount)
        }
        return batch
    }

    private func step(
        for entry: FirebaseEntry<FirebasePost>,
        at path: String
    ) throws(EntryError) -> ImportStep {
        let post = try entry.value.get().fields.get()
        guard let key = entry.key, let id = PushID(firebase: key) else { throw .invalidKey }
        let author = try roster.person(withUsername: post.username)
        let photo = try archive.images.photo(of: post, preparedBy: photoProcessor)
        let content = Post.Content(caption: post.caption, photos: [photo.photo], place: post.place)
        try EntryError.rethrowing { () throws(TimelineError) in
            try id.validate(now: now)
            try content.validate()
        }
        let boundID = BoundID<Post>(
            milliseconds: id.milliseconds,
            nonce: nonces.nonce(of: id, by: author.id),
            author: author.id
        )
        return ImportStep(
            kind: \.posts,
            entry: path,
            author: author,
            statements: [ImportedStatement(.postSet(boundID, content), at: boundID.stamp)],
            photo: photo
        )
    }
}
