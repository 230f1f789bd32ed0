import Foundation
import TimelineCore

/// An import of the posts in one source, as posts by the session's user.
struct PostImport {
    private let session: UserSession
    private let source: any PostSource
    private let position: ReadingPosition
    private var ledger: ImportLedger
    /// The IDs of the posts created so far.
    private var seen: Set<Post.ID> = []
    /// The number of entries with the same identity so far.
    private var ordinals: [SourceIdentity: Int] = [:]

    /// Creates an import.
    ///
    /// - Parameters:
    ///   - source: The source to read.
    ///   - session: The session of the importer.
    ///   - isDryRun: Whether to write nothing.
    ///   - report: Receives each finding.
    init(
        of source: any PostSource,
        into session: UserSession,
        isDryRun: Bool,
        report: @escaping @Sendable (ImportFinding) throws -> Void
    ) {
        self.session = session
        self.source = source
        position = ReadingPosition(source.makeReader())
        ledger = ImportLedger(isDryRun: isDryRun, people: source.people, report: report)
    }

    /// The numbers of entries by outcome so far.
    var result: PostImportReport { ledger.result }

    /// Imports all posts, batch by batch, and then the profile.
    ///
    /// - Parameter progress: Receives the number of processed entries after each batch.
    /// - Throws: A `TimelineError` if the storage fails, `CancellationError` if the task is
    ///   cancelled, or an error thrown by the closure that receives findings.
    mutating func run(progress: @Sendable (_ done: Int) -> Void) async throws {
        for rejection in source.archive.rejections {
            try ledger.rejectFile(SourceLocation(file: rejection.path), rejection.fault)
        }
        while true {
            try Task.checkCancellation()
            let (position, archive) = (position, source.archive)
            let batch = try await session.readingArchive { position.nextBatch(in: archive) }
            guard !batch.items.isEmpty else { break }
            try await importBatch(batch)
            progress(result.posts.entries + result.media.entries)
        }
        let profile = ProfileImport(session: session, source: source, isDryRun: result.isDryRun)
        try await profile.run(reportingTo: &ledger)
    }

    private mutating func importBatch(_ batch: SourceBatch) async throws {
        var plans: [PostPlan] = []
        for item in batch.items {
            switch item {
            case .post(let post):
                if let plan = try plan(post) { plans.append(plan) }
            case .other(let item): try ledger.count(item)
            }
        }
        let ids = plans.flatMap { plan in plan.ids(by: session.userID) }
        let presence = try await session.presence(of: ids)
        let absent = plans.filter { !isPresent($0, presence) }
        let photos = try await prepare(absent)
        var posts: [ImportedPost] = []
        for (plan, results) in zip(absent, photos) {
            posts += try newPosts(of: plan, results, presence)
        }
        if !result.isDryRun { try await session.add(posts) }
    }

    // MARK: Posts

    /// Counts the media of a post that are not pictures, and returns the plan for the rest.
    ///
    /// Returns `nil` if the post has no picture.
    private mutating func plan(_ read: ReadPost) throws -> PostPlan? {
        let post = read.post
        var hasRejections = false
        for (index, media) in read.media.enumerated() {
            switch media {
            case .picture: break
            case .unsupported(let fault):
                ledger.result.media.entries += 1
                ledger.result.media.notSupported += 1
                try ledger.add(.media, .notSupported, post.mediaLocation(index), fault)
            case .rejected(let fault):
                hasRejections = true
                try ledger.rejectMedia(of: post, index, fault)
            }
        }
        guard !read.hashes.isEmpty else {
            ledger.result.posts.entries += 1
            if hasRejections {
                ledger.result.posts.rejected += 1
                try ledger.add(.post, .rejected, post.location, .noReadablePicture)
            } else {
                ledger.result.posts.notSupported += 1
                try ledger.add(.post, .notSupported, post.location, .noPicture)
            }
            return nil
        }
        let base = SourceIdentity(read.identity)
        // Equal entries that have their own IDs are repetitions.
        guard post.isIdentifiedByPictures else { return PostPlan(read: read, identity: base) }
        let ordinal = ordinals[base, default: 0]
        ordinals[base] = ordinal + 1
        return PostPlan(read: read, identity: SourceIdentity(read.identity + ["\(ordinal)"]))
    }

    /// Returns whether an entry is present already, and counts it if it is.
    ///
    /// An entry that repeats an earlier one also counts as present.
    private mutating func isPresent(
        _ plan: PostPlan,
        _ presence: [Post.ID: ImportedPresence]
    ) -> Bool {
        ledger.result.posts.entries += 1
        let ids = plan.ids(by: session.userID)
        guard plan.isPresent(ids, presence) || ids.contains(where: seen.contains) else {
            seen.formUnion(ids)
            return false
        }
        ledger.result.posts.alreadyPresent += 1
        ledger.result.media.entries += plan.pictures.count
        ledger.result.media.alreadyPresent += plan.pictures.count
        return true
    }

    /// Returns the posts to create for an entry, and counts the entry and its pictures.
    private mutating func newPosts(
        of plan: PostPlan,
        _ results: [Result<PreparedPhoto, EntryFault>],
        _ presence: [Post.ID: ImportedPresence]
    ) throws -> [ImportedPost] {
        var photos: [PreparedPhoto] = []
        for (picture, result) in zip(plan.pictures, results) {
            switch result {
            case .success(let photo): photos.append(photo)
            case .failure(let fault): try ledger.rejectMedia(of: plan.post, picture.index, fault)
            }
        }
        guard !photos.isEmpty else {
            ledger.result.posts.rejected += 1
            try ledger.add(.post, .rejected, plan.post.location, .noReadablePicture)
            return []
        }
        let posts = plan.posts(sharing: photos)
        do throws(TimelineError) {
            for post in posts { try post.validate(now: session.importTime) }
        } catch {
            ledger.result.posts.rejected += 1
            ledger.result.media.entries += photos.count
            ledger.result.media.rejected += photos.count
            try ledger.add(.post, .rejected, plan.post.location, EntryFault(error))
            try ledger.add(
                .media,
                .rejected,
                plan.post.location,
                .postRejected,
                count: photos.count
            )
            return []
        }
        return try count(posts, of: plan, presence)
    }

    /// Counts the posts of an entry, and returns those that the store does not contain.
    private mutating func count(
        _ posts: [ImportedPost],
        of plan: PostPlan,
        _ presence: [Post.ID: ImportedPresence]
    ) throws -> [ImportedPost] {
        var new: [ImportedPost] = []
        for post in posts {
            let count = post.content.photos.count
            ledger.result.media.entries += count
            if presence[post.id(by: session.userID)] == nil {
                ledger.result.media.imported += count
                new.append(post)
            } else {
                ledger.result.media.alreadyPresent += count
            }
        }
        guard !new.isEmpty else {
            ledger.result.posts.alreadyPresent += 1
            return []
        }
        ledger.result.posts.imported += 1
        if posts.count > 1 {
            ledger.result.furtherPosts += posts.count - 1
            try ledger.add(.post, .changed, plan.post.location, .furtherPosts(posts.count - 1))
        }
        if posts.contains(where: { !$0.continuation.isEmpty }) {
            ledger.result.continuedCaptions += 1
            try ledger.add(.post, .changed, plan.post.location, .captionContinues)
        }
        return new
    }

    // MARK: Pictures

    /// Prepares the pictures of several entries, a few at a time.
    ///
    /// - Returns: The results for each entry's pictures, in order.
    private func prepare(
        _ plans: [PostPlan]
    ) async throws -> [[Result<PreparedPhoto, EntryFault>]] {
        let (session, archive) = (session, source.archive)
        let pictures = plans.flatMap(\.pictures)
        var results = try await withThrowingTaskGroup(
            of: (Int, Result<PreparedPhoto, EntryFault>).self
        ) { group in
            var results: [(Int, Result<PreparedPhoto, EntryFault>)] = []
            for (index, picture) in pictures.enumerated() {
                if index >= Self.simultaneousPictures, let result = try await group.next() {
                    results.append(result)
                }
                group.addTask { (index, try await picture.prepared(in: session, archive)) }
            }
            for try await result in group { results.append(result) }
            return results.sorted { $0.0 < $1.0 }.map(\.1)[...]
        }
        return plans.map { plan in
            defer { results = results.dropFirst(plan.pictures.count) }
            return Array(results.prefix(plan.pictures.count))
        }
    }

    /// The number of pictures to prepare at once, which bounds the memory for pixels.
    private static let simultaneousPictures = 2
}

/// The position up to which a source has been read.
private final class ReadingPosition: Sendable {
    private let reader: Lock<any SourceReader>

    init(_ reader: sending any SourceReader) { self.reader = Lock(reader) }

    func nextBatch(in archive: any ArchiveSource) -> SourceBatch {
        reader.withLock { SourceBatch($0, archive) }
    }
}
