import Foundation
import TimelineCore

extension FirebaseImport {
    /// Loads the posts, a few at a time, so that few pictures are in memory.
    ///
    /// - Returns: the identifiers of those taken.
    mutating func loadPosts() async throws -> Set<Post.ID> {
        var taken: Set<Post.ID> = []
        var remaining = archive.posts.all[...]
        while !remaining.isEmpty {
            let reading = PostReading(
                archive: archive,
                roster: roster,
                photoProcessor: engine.photoProcessor,
                now: engine.environment.now()
            )
            let draft = try await engine.pictures.run { [remaining] in reading.prepare(remaining) }
            remaining = remaining.dropFirst(draft.count)
            for (entry, fault) in draft.refused { report.refuse(\.posts, entry, fault) }
            let steps = try await settle(draft.steps)
            taken.formUnion(steps.map { Post.ID($0.change.stamp) })
        }
        return taken
    }
}

/// Posts that are ready to be applied, and those that cannot be.
private struct PostDraft: Sendable {
    /// How many entries were looked at.
    var count = 0
    var byteCount = 0
    var steps: [ImportStep] = []
    var refused: [(entry: String, fault: EntryFault)] = []

    mutating func append(_ step: ImportStep) {
        steps.append(step)
        byteCount += step.photo?.content.count ?? 0
    }
}

/// What the posts of an archive are read with, on a thread that may block.
private struct PostReading: Sendable {
    let archive: FirebaseArchive
    let roster: ImportRoster
    let photoProcessor: any PhotoProcessor
    let now: Date

    /// How many posts are applied in one transaction, and how many bytes their pictures may have together
    /// before the rest waits for the next.
    private static let postLimit = 20
    private static let photoByteLimit = PhotoLimits.bytes

    /// The first of some posts, with their pictures decoded.
    func prepare(_ entries: ArraySlice<FirebaseEntry<FirebasePost>>) -> PostDraft {
        var draft = PostDraft()
        for entry in entries.prefix(Self.postLimit) where draft.byteCount < Self.photoByteLimit {
            let path = entry.path(in: "posts")
            draft.count += 1
            do throws(EntryFault) {
                draft.append(try step(entry, path))
            } catch {
                draft.refused.append((path, error))
            }
        }
        return draft
    }

    private func step(
        _ entry: FirebaseEntry<FirebasePost>,
        _ path: String
    ) throws(EntryFault) -> ImportStep {
        let post = try entry.value.get().fields.get()
        guard let key = entry.key, let stamp = PushID(firebase: key) else {
            throw EntryFault("Its key is not a push ID.")
        }
        let author = try roster.user(withUsername: post.username)
        let (file, photo) = try archive.images.photo(of: post, inspectedBy: photoProcessor)
        let content = Post.Content(caption: post.caption, photos: [photo], place: post.place)
        let change = Change(stamp: stamp, author: author, action: .postAdded(content))
        try change.check(now: now)
        return ImportStep(kind: \.posts, entry: path, change: change, photo: file)
    }
}
