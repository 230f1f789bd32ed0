package import Foundation

/// Signed records that a repository may write, with what makes them news.
///
/// Only this module can create batches. A record was verified when it was read or signed, and a
/// batch was checked for stamps in the far future, so nothing invalid reaches a repository.
public struct ValidatedBatch: Hashable, Sendable {
    /// The records, in the order in which they were made.
    public let records: [VerifiedRecord]

    /// The lowest stamp of an item that is treated as news.
    ///
    /// Items with lower stamps were older than ``newsAge`` when the batch was created.
    ///
    /// Repositories do not notify users of older items.
    package let oldestNews: PushID

    /// The users whose posts in the batch belong to the first sync with the user, with the lowest ID
    /// of such a post that is treated as news.
    package let firstSyncs: [User.ID: PushID]

    /// Some live records of one author, which the batch replaces.
    public struct Replacement: Hashable, Sendable {
        /// The author.
        public let author: User.ID
        /// The IDs of the records.
        public let records: Set<RecordID>
    }

    /// The live records that the batch replaces, or `nil` if it replaces none.
    ///
    /// They leave the live set before the records of the batch are added, so a record of the same
    /// register takes their place even if its stamp is lower. The newest stamp of their author is
    /// then that of the author's remaining records. If they arrive again, they count again.
    public private(set) var replacement: Replacement?

    /// The maximum age at which an arriving item is treated as news: 30 days, in seconds.
    package static let newsAge = 30.0 * 86_400

    /// A batch without records.
    package static let empty = ValidatedBatch(unchecked: [])

    /// Creates a batch without checks, for tests.
    ///
    /// By default, items of any age are treated as news.
    package init(
        unchecked records: [VerifiedRecord],
        oldestNews: PushID = .min,
        firstSyncs: [User.ID: PushID] = [:]
    ) {
        self.records = records
        self.oldestNews = oldestNews
        self.firstSyncs = firstSyncs
    }

    /// Creates a batch, after checking the stamps of the records.
    ///
    /// - Parameters:
    ///   - records: The records, in any order.
    ///   - now: The current time. Stamps that are ahead of it by more than
    ///     ``PushID/clockTolerance`` are rejected.
    ///   - firstSyncs: The users whose posts belong to the first sync with them, with the lowest ID
    ///     of a post that is treated as news.
    /// - Throws: ``TimelineError/identifierInFuture(_:)``.
    package init(
        checking records: [VerifiedRecord],
        now: Date,
        firstSyncs: [User.ID: PushID] = [:]
    ) throws(TimelineError) {
        for record in records { try record.stamp.validate(now: now) }
        let oldest = now.addingTimeInterval(-Self.newsAge).timeIntervalSince1970 * 1000
        self.init(
            unchecked: records,
            oldestNews: PushID(milliseconds: UInt64(max(0, oldest)), bits: (0, 0)),
            firstSyncs: firstSyncs
        )
    }

    /// Returns the batch as one that replaces some live records.
    ///
    /// Only the repair of a clock that was ahead replaces records that it signs again.
    package func replacing(_ records: Set<RecordID>, of author: User.ID) -> ValidatedBatch {
        var batch = self
        batch.replacement = Replacement(author: author, records: records)
        return batch
    }

    /// Returns a batch with the records of both batches.
    func adding(_ other: ValidatedBatch) -> ValidatedBatch {
        ValidatedBatch(
            unchecked: records + other.records,
            oldestNews: max(oldestNews, other.oldestNews),
            firstSyncs: firstSyncs
        )
    }

    /// Returns whether a record of the batch is treated as news.
    ///
    /// An edit of a post is as old as the post.
    public func notifies(_ record: VerifiedRecord) -> Bool {
        guard case .postSet(let post, _) = record.content else {
            return record.stamp >= oldestNews
        }
        let first = firstSyncs[record.author] ?? .min
        return post.stamp >= max(oldestNews, first)
    }

    /// Whether the batch neither contains nor replaces a record.
    public var isEmpty: Bool { records.isEmpty && replacement == nil }
}

/// What a local user wants to say: the input from which the engine mints one or more records.
///
/// The engine checks every value, the session and the permissions, and signs the records with the
/// user's device key.
public enum Intent: Hashable, Sendable {
    /// Sets fields of the author's profile.
    case profileUpdated(ProfileUpdate)
    /// Adds a post.
    ///
    /// The stamp of its record is the ID of the post.
    case postAdded(Post.Content)
    /// Changes the caption, the place or the photo descriptions of a post.
    ///
    /// An edit that changes nothing says nothing.
    case postEdited(Post.ID, PostEdit)
    /// Deletes a post along with its comments and likes.
    case postDeleted(Post.ID)
    /// Adds a comment with 1 to ``TextField/limit`` characters to a post.
    ///
    /// The stamp of its record is the ID of the comment.
    case commentAdded(Post.ID, text: String)
    /// Deletes a comment.
    case commentDeleted(Comment.ID)
    /// Likes a post.
    case liked(Post.ID)
    /// Removes the author's like from a post.
    case unliked(Post.ID)
    /// Follows a user.
    case followed(User.ID)
    /// Stops following a user.
    case unfollowed(User.ID)
}

extension PushID {
    /// Checks that the ID is at most ``clockTolerance`` ahead of the clock.
    package func validate(now: Date) throws(TimelineError) {
        guard isAccepted(at: now.millisecondsSince1970) else {
            throw .identifierInFuture(description)
        }
    }
}

extension RecordContent {
    /// Checks that every value is within its limits.
    ///
    /// - Throws: The ``TimelineError`` for the first invalid value.
    func validate() throws(TimelineError) {
        switch self {
        case .postSet(_, let content): try content.validate()
        case .commentAdded(_, _, let text): try TextField.comment.check(text)
        case .profileSet(let setting): try setting.validate()
        case .keyAdded, .keyRevoked, .accountDeleted, .postDeleted, .commentDeleted, .commentHidden,
            .liked, .unliked, .followed, .unfollowed, .unknown:
            break
        }
    }
}

extension ProfileSetting {
    /// Checks that the value is within its limits.
    ///
    /// - Throws: The ``TimelineError`` for an invalid value.
    package func validate() throws(TimelineError) {
        switch self {
        case .username: break
        case .displayName(let name): try TextField.displayName.check(name)
        case .bio(let bio): try TextField.bio.check(bio)
        case .url(let url):
            try TextField.url.check(url)
            guard url.map(WebAddress.accepts) ?? true else { throw .invalidURL(url ?? "") }
        case .photo(let photo): try photo?.validate()
        }
    }
}

extension Post.Content {
    /// Checks that every value is within its limits.
    ///
    /// - Throws: The ``TimelineError`` for the first invalid value.
    package func validate() throws(TimelineError) {
        try TextField.caption.check(caption)
        guard Post.photoCount.contains(photos.count) else {
            throw .photoCountRefused(photos.count)
        }
        for photo in photos { try photo.validate() }
        try place?.validate()
    }
}

extension Photo {
    fileprivate func validate() throws(TimelineError) {
        try TextField.alt.check(alt)
        let (pixels, overflow) = width.multipliedReportingOverflow(by: height)
        guard width > 0, height > 0, !overflow, pixels <= PictureLimits.pixels else {
            throw .photoRefused(.tooManyPixels(width: width, height: height), name: nil)
        }
        guard (1...PictureLimits.bytes).contains(byteCount),
            preview.map({ (1...PictureLimits.bytes).contains($0.byteCount) }) ?? true
        else { throw .photoRefused(.damaged(mediaType), name: nil) }
        guard thumbHash.map({ (1...Photo.thumbHashLimit).contains($0.count) }) ?? true else {
            throw .photoRefused(.damaged(mediaType), name: nil)
        }
    }
}

extension Place {
    fileprivate func validate() throws(TimelineError) {
        guard name != nil || coordinate != nil else { throw .invalidPlace("") }
        try TextField.placeName.check(name)
        guard let coordinate, !coordinate.isOnEarth else { return }
        throw .invalidPlace("\(coordinate.latitude),\(coordinate.longitude)")
    }
}
