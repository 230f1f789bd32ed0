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
            for (entry, fault) in batch.changed { try ledger.change(at: entry, fault) }
            let steps = try await importSteps(batch.steps)
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
    /// The changes with which posts are imported.
    var changed: [(entry: String, fault: EntryError)] = []

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
                var changes: [EntryError] = []
                batch.append(try step(for: entry, at: path, &changes))
                batch.changed += changes.map { (path, $0) }
            } catch {
                batch.rejected.append((path, error))
            }
            progress(batch.entryCount)
        }
        return batch
    }

    private func step(
        for entry: FirebaseEntry<FirebasePost>,
        at path: String,
        _ changes: inout [EntryError]
    ) throws(EntryError) -> ImportStep {
        let post = try entry.value.get().fields.get()
        guard let key = entry.key, let id = PushID(firebase: key) else { throw .invalidKey }
        let author = try roster.person(withUsername: post.username)
        let photo = try archive.images.photo(of: post, preparedBy: photoProcessor)
        if post.caption.withoutControls != nil { changes.append(.controlCharacters) }
        let captions = (post.caption.withoutControls ?? post.caption)
            .parts(fitting: .caption, naming: roster.naming)
        if captions.count > 1 { changes.append(.captionContinues) }
        let content = Post.Content(
            caption: captions.first ?? "",
            photos: [photo.photo],
            place: place(of: post, &changes)
        )
        try EntryError.rethrowing { () throws(TimelineError) in
            try id.validate(now: now)
            try content.validate()
        }
        let nonce = nonces.nonce(of: id, by: author.id)
        let boundID = BoundID<Post>(
            milliseconds: id.milliseconds,
            nonce: nonce,
            author: author.id
        )
        let comments = captions.dropFirst().enumerated()
            .map { index, text in
                let comment = BoundID<Comment>(
                    milliseconds: id.milliseconds + 1 + UInt64(index),
                    nonce: nonce,
                    author: author.id,
                    on: boundID.id
                )
                return ImportedStatement(
                    .commentAdded(nonce: nonce, post: boundID, text: text),
                    at: comment.stamp,
                    postAuthor: author.id
                )
            }
        return ImportStep(
            kind: \.posts,
            entry: path,
            author: author,
            statements: [ImportedStatement(.postSet(boundID, content), at: boundID.stamp)]
                + comments,
            photo: photo
        )
    }

    /// Returns the valid part of a post's place, and reports an invalid one.
    private func place(of post: FirebasePost.Fields, _ changes: inout [EntryError]) -> Place? {
        let fitted = post.place.valid?.fitted
        if let fault = post.place.fault {
            changes.append(fault)
        } else if fitted != post.place.valid {
            changes.append(.placeChanged)
        }
        return fitted
    }
}

/// A post of an archive that the store contains.
struct AcceptedPost: Sendable {
    /// The ID of the post in the archive.
    let archived: PushID
    let id: BoundID<Post>
    let author: User.ID

    /// Creates a value from the step of a post, or returns `nil` for any other step.
    init?(_ step: ImportStep) {
        guard case .postSet(let id, _) = step.statements.first?.content,
            let archived = PushID(firebase: String(step.entry.dropFirst("posts/".count)))
        else { return nil }
        (self.archived, self.id, author) = (archived, id, step.author.id)
    }
}

extension FirebaseImport {
    /// Returns the steps that import the comments and likes on the given posts.
    ///
    /// Comments and likes that are invalid or belong to a rejected post are reported.
    ///
    /// - Throws: Any error thrown by the closure that receives findings.
    mutating func replies(to posts: [PushID: AcceptedPost]) throws -> [ImportStep] {
        var steps: [ImportStep] = []
        for entry in archive.posts.all {
            guard case .success(let post) = entry.value else { continue }
            let target = entry.key.flatMap(PushID.init(firebase:)).flatMap { posts[$0] }
            let path = entry.path(in: "posts")
            steps += try self.steps(
                for: post.comments,
                of: \.comments,
                at: "\(path)/comments",
                on: target
            )
            steps += try self.steps(for: post.likes, of: \.likes, at: "\(path)/likes", on: target)
        }
        return steps
    }

    private mutating func steps<Reply: FirebaseReply>(
        for entries: FirebaseEntries<Reply>,
        of kind: FirebaseLedger.Kind,
        at path: String,
        on post: AcceptedPost?
    ) throws -> [ImportStep] {
        var likers: Set<User.ID> = []
        return try entries.all.compactMap { entry in
            let path = entry.path(in: path)
            do throws(EntryError) {
                var step = try step(for: entry, of: kind, at: path, on: post)
                if case .liked = step.statements.first?.content {
                    step.isDuplicateLike = !likers.insert(step.author.id).inserted
                }
                return step
            } catch {
                try ledger.reject(kind, at: path, for: error)
                return nil
            }
        }
    }

    private func step(
        for entry: FirebaseEntry<some FirebaseReply>,
        of kind: FirebaseLedger.Kind,
        at path: String,
        on post: AcceptedPost?
    ) throws(EntryError) -> ImportStep {
        guard let post else { throw .postRejected }
        let reply = try entry.value.get()
        let id = PushID(of: reply, key: entry.key ?? "", on: post.archived)
        let author = try roster.person(withUsername: reply.username)
        let now = engine.environment.now()
        try EntryError.rethrowing { () throws(TimelineError) in
            try id.validate(now: now)
            if let text = reply.comment { try TextField.comment.check(roster.naming(text)) }
        }
        return ImportStep(
            kind: kind,
            entry: path,
            author: author,
            statements: [statement(of: reply, id, by: author.id, on: post)]
        )
    }

    /// Returns the statement of a comment or like with an ID in the archive.
    private func statement(
        of reply: some FirebaseReply,
        _ id: PushID,
        by author: User.ID,
        on post: AcceptedPost
    ) -> ImportedStatement {
        guard let text = reply.comment else {
            return ImportedStatement(.liked(post.id), at: id, postAuthor: post.author)
        }
        let nonce = nonces.nonce(of: id, by: author)
        let comment = BoundID<Comment>(
            milliseconds: id.milliseconds,
            nonce: nonce,
            author: author,
            on: post.id.id
        )
        return ImportedStatement(
            .commentAdded(nonce: nonce, post: post.id, text: roster.naming(text)),
            at: comment.stamp,
            postAuthor: post.author
        )
    }
}

extension FirebaseImport {
    /// Returns the steps that import the follows of all listed users, and reports invalid follows.
    ///
    /// - Throws: Any error thrown by the closure that receives findings.
    mutating func follows() throws -> [ImportStep] {
        var steps: [ImportStep] = []
        for entry in archive.users.all {
            guard case .success(let user) = entry.value, let key = entry.key,
                let follower = roster.listed[key]
            else { continue }
            for follow in user.follows.all {
                let path = follow.path(in: entry.path(in: "users") + "/follows")
                do throws(EntryError) {
                    steps.append(try step(for: follow, by: follower, at: path))
                } catch {
                    try ledger.reject(\.follows, at: path, for: error)
                }
            }
        }
        return steps
    }

    private func step(
        for follow: FirebaseEntry<Bool>,
        by follower: ArchivedUser,
        at path: String
    ) throws(EntryError) -> ImportStep {
        _ = try follow.value.get()
        guard let user = follow.key.flatMap({ roster.listed[$0] }) else {
            throw .followedUserMissing
        }
        let (author, followed) = (try roster.person(follower), try roster.person(user))
        guard followed.id != author.id else { throw EntryError(.selfFollow) }
        return ImportStep(
            kind: \.follows,
            entry: path,
            author: author,
            statements: [follower.followStatement(of: user, followed)]
        )
    }
}
