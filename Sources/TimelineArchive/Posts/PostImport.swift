import Foundation
import TimelineCore

/// An import of the posts in one source, as posts by the session's user.
struct PostImport {
    let session: UserSession
    let source: any PostSource
    private let position: ReadingPosition
    var ledger: ImportLedger
    /// The IDs of the posts created so far.
    private var seen: Set<Post.ID> = []
    /// The public copies in the posts of albums created so far.
    var albumPhotos: Set<BlobID> = []
    /// The number of entries with the same identity so far.
    private var ordinals: [SourceIdentity: Int] = [:]
    /// The IDs of the importer's posts by their nonces, in order, those of deleted posts included.
    private var postIDs: [Nonce: [Post.ID]] = [:]
    /// The outcome of the current entry.
    var entry = EntryOutcome()

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
            try ledger.rejectFile(SourceLocation(file: rejection.path), fault: rejection.fault)
        }
        let (session, position, archive) = (session, position, source.archive)
        postIDs = try await session.postIDsByNonce()
        var batch = try await session.readingArchive { position.nextBatch(in: archive) }
        while !batch.items.isEmpty {
            try Task.checkCancellation()
            // The next batch is read and hashed while this one is prepared and committed.
            async let next = session.readingArchive { position.nextBatch(in: archive) }
            try await importBatch(batch)
            progress(result.posts.entries + result.media.entries)
            batch = try await next
        }
        let profile = ProfileImport(session: session, source: source, isDryRun: result.isDryRun)
        try await profile.run(reportingTo: &ledger)
    }

    private mutating func importBatch(_ batch: SourceBatch) async throws {
        var plans: [PostPlan] = []
        for item in batch.items {
            switch item {
            case .post(let post):
                if let plan = try plan(post) { plans.append(keepingDate(plan)) }
            case .other(let item): try ledger.count(item)
            }
        }
        let ids = plans.flatMap { plan in plan.ids(by: session.userID) }
        let presence = try await session.presence(of: ids)
        let single = plans.filter { $0.post.isOfFolder && $0.post.album == nil }
        let shown = try await session.filesInPosts(
            among: Set(single.flatMap(\.pictures).map(\.hash))
        )
        let missing = plans.filter { !isPresent($0, presence, shown) }
        let parts = missing.filter { $0.post.album == nil }.flatMap(\.parts)
        for group in Self.groups(of: parts) { try await add(group, presence) }
        for album in missing where album.post.album != nil { try await addAlbum(album, presence) }
    }

    /// Prepares the pictures of some parts, and adds the posts that the store does not contain.
    mutating func add(
        _ parts: [PostPlan.Part],
        _ presence: [Post.ID: ImportedPresence],
        reusing prepared: [PathKey: Result<PreparedPhoto, EntryError>] = [:]
    ) async throws {
        try Task.checkCancellation()
        let photos = try await prepare(parts, reusing: prepared)
        var posts: [ImportedPost] = []
        for (part, results) in zip(parts, photos) {
            if let post = try newPost(of: part, results, presence) { posts.append(post) }
            if part.isLast { try finishEntry(part.post) }
        }
        if !result.isDryRun { try await session.add(posts) }
    }

    // MARK: Posts

    /// Counts the media of a post that are not pictures, and returns the plan for the rest.
    ///
    /// Returns `nil` if the post has no picture.
    private mutating func plan(_ read: ReadPost) throws -> PostPlan? {
        let read = try withoutFuture(read)
        let post = read.post
        var hasRejections = false
        for (index, media) in read.media.enumerated() {
            switch media {
            case .picture: break
            case .unsupported(let fault):
                ledger.result.media.entries += 1
                ledger.result.media.notSupported += 1
                ledger.countKind(of: fault)
                try ledger.add(.media, .notSupported, post.mediaLocation(index), fault)
            case .rejected(let fault):
                hasRejections = true
                try ledger.rejectMedia(of: post, index, fault: fault)
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

    /// Returns an entry whose time is not in the future.
    ///
    /// Otherwise, it gets the time of its first file, or that of this import.
    private mutating func withoutFuture(_ read: ReadPost) throws -> ReadPost {
        let now = session.importTime.millisecondsSince1970
        guard read.post.milliseconds > now + PushID.clockTolerance else { return read }
        let times = read.post.media.compactMap { media in
            // A missing file has no time.
            SourceTime.milliseconds(seconds: (try? media.file.get())?.modified.map { Double($0) })
        }
        var post = read.post
        post.milliseconds = min(times.min() ?? now, now)
        post.dateSource = .fileTime
        post.changes.append(SourcePost.Change(index: nil, fault: .futureTime))
        return ReadPost(post: post, media: read.media)
    }

    /// Returns a plan with the time that its posts have in the store, which may be another one, because
    /// the source or the time zone has changed since then.
    private func keepingDate(_ plan: PostPlan) -> PostPlan {
        guard let known = postIDs[plan.identity.nonce], let first = known.first,
            !plan.ids(by: session.userID).contains(where: known.contains)
        else { return plan }
        return plan.dated(first.milliseconds)
    }

    /// Returns whether an entry is present already, and counts it if it is.
    ///
    /// An entry that repeats an earlier one also counts as present, and so does a picture of a folder
    /// that the importer has shared before.
    private mutating func isPresent(
        _ plan: PostPlan,
        _ presence: [Post.ID: ImportedPresence],
        _ shown: Set<BlobID>
    ) -> Bool {
        ledger.result.posts.entries += 1
        let ids = plan.ids(by: session.userID)
        guard
            plan.isPresent(ids, presence: presence) || ids.contains(where: seen.contains)
                || plan.isShown(by: shown)
        else {
            seen.formUnion(ids)
            return false
        }
        ledger.result.posts.alreadyPresent += 1
        ledger.result.media.entries += plan.pictures.count
        ledger.result.media.alreadyPresent += plan.pictures.count
        return true
    }

    /// Returns the post to create for a part, and counts its pictures.
    private mutating func newPost(
        of part: PostPlan.Part,
        _ results: [Result<PreparedPhoto, EntryError>],
        _ presence: [Post.ID: ImportedPresence]
    ) throws -> ImportedPost? {
        var photos: [PreparedPhoto] = []
        var texts: [String] = []
        for (picture, result) in zip(part.pictures, results) {
            switch result {
            case .success(let photo):
                photos.append(photo)
                if let rest = picture.restOfAlt { texts.append(rest) }
            case .failure(let fault):
                try ledger.rejectMedia(of: part.post, picture.index, fault: fault)
            }
        }
        if let presence = presence[part.id(by: session.userID)] {
            entry.isPresent = true
            try count(photos, in: presence, part.post)
            return nil
        }
        guard !photos.isEmpty else { return nil }
        ledger.result.media.entries += photos.count
        let isFirst = !entry.isPresent && entry.newCount == 0
        let post = part.post(showing: photos, continuing: texts, isFirst: isFirst)
        do throws(TimelineError) {
            try post.validate(now: session.importTime)
        } catch {
            let fault = EntryError(error)
            ledger.result.media.rejected += photos.count
            try ledger.add(.media, .rejected, part.post.location, fault, count: photos.count)
            entry.fault = fault
            return nil
        }
        ledger.result.media.imported += photos.count
        entry.newCount += 1
        if isFirst, !post.continuation.isEmpty, part.post.captions.count > 1 {
            entry.isContinued = true
        }
        if part.post.album != nil { albumPhotos.formUnion(photos.map(\.photo.blob)) }
        return post
    }

    /// Counts the photos of a post that an earlier import added.
    ///
    /// A signed post never changes, so a picture that was missing then cannot be added now.
    private mutating func count(
        _ photos: [PreparedPhoto],
        in presence: ImportedPresence,
        _ post: SourcePost
    ) throws {
        var presentCount = photos.count
        if case .present(let count) = presence { presentCount = min(count, presentCount) }
        let missingCount = photos.count - presentCount
        ledger.result.media.entries += photos.count
        ledger.result.media.alreadyPresent += presentCount
        guard missingCount > 0 else { return }
        ledger.result.media.rejected += missingCount
        try ledger.add(.media, .rejected, post.location, .pictureTooLate, count: missingCount)
    }

    /// Counts an entry after its last part.
    mutating func finishEntry(_ post: SourcePost) throws {
        defer { entry = EntryOutcome() }
        guard entry.newCount > 0 else {
            if entry.isPresent || entry.isExtended {
                ledger.result.posts.alreadyPresent += 1
            } else {
                ledger.result.posts.rejected += 1
                try ledger.add(.post, .rejected, post.location, entry.fault ?? .noReadablePicture)
            }
            return
        }
        ledger.result.posts.imported += 1
        for change in post.changes { try ledger.add(change, to: post) }
        if post.dateSource != .picture {
            ledger.result.guessedDates["\(post.dateSource)", default: 0] += 1
        }
        if entry.isExtended { try ledger.add(.post, .changed, post.location, .newPictures) }
        let furtherCount = entry.isPresent ? entry.newCount : entry.newCount - 1
        if furtherCount > 0 {
            ledger.result.furtherPosts += furtherCount
            try ledger.add(.post, .changed, post.location, .furtherPosts(furtherCount))
        }
        if entry.isContinued {
            ledger.result.continuedCaptions += 1
            try ledger.add(.post, .changed, post.location, .captionContinues)
        }
    }
}

/// The position up to which a source has been read.
private final class ReadingPosition: Sendable {
    private let reader: Lock<any SourceReader>

    init(_ reader: sending any SourceReader) { self.reader = Lock(reader) }

    func nextBatch(in archive: any ArchiveSource) -> SourceBatch {
        reader.withLock { SourceBatch($0, archive: archive) }
    }
}
