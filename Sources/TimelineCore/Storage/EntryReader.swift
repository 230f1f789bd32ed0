import Foundation
public import TimelineRecords

/// A query for everything that determines the shared data.
///
/// Throws ``TimelineError/storageFailed(_:)`` if reading fails.
public protocol EntryReader {
    /// Calls `body` with everything that determines the shared data, in ascending order of
    /// ``SharedEntry/milliseconds``.
    ///
    /// The entries are the live records, one unsigned change for each LWW register that no record
    /// sets, tombstones that no record explains, and pending changes. Applying them to an empty
    /// repository restores the shared data, except for aliases of moved IDs and arrival numbers.
    ///
    /// - Parameters:
    ///   - times: The milliseconds of the entries.
    ///   - body: A closure that may run other queries on the same snapshot.
    /// - Throws: Any error thrown by `body`, or ``TimelineError/storageFailed(_:)``.
    func forEachEntry(
        in times: ClosedRange<UInt64>,
        _ body: (SharedEntry) throws -> Void
    ) throws
}

extension EntryReader {
    /// Calls `body` with everything that determines the shared data, regardless of time.
    ///
    /// - Throws: Any error thrown by `body`, or ``TimelineError/storageFailed(_:)``.
    public func forEachEntry(_ body: (SharedEntry) throws -> Void) throws {
        try forEachEntry(in: 0...PushID.max.milliseconds, body)
    }
}

/// A live record or an unsigned change, with the author of the post that it concerns.
public struct SharedEntry: Hashable, Sendable {
    /// A signed record or an unsigned change.
    public enum Statement: Hashable, Sendable {
        /// A live record.
        case record(VerifiedRecord)
        /// An unsigned change.
        ///
        /// The author of a tombstone is ``TimelineCore/User/ID/unknown``, and its stamp is the ID of
        /// the deleted item.
        case change(Change)
    }

    /// The record or change.
    public let statement: Statement
    /// The author of the post that a comment or like concerns, if the post exists.
    public let postAuthor: User.ID?

    /// Creates an entry.
    public init(_ statement: Statement, postAuthor: User.ID? = nil) {
        self.statement = statement
        self.postAuthor = postAuthor
    }

    /// The author of the record or change.
    public var author: User.ID {
        switch statement {
        case .record(let record): User.ID(record.body.author)
        case .change(let change): change.author
        }
    }

    /// The time of the stamp in milliseconds since 1970.
    public var milliseconds: UInt64 {
        switch statement {
        case .record(let record): record.body.stamp.milliseconds
        case .change(let change): change.stamp.milliseconds
        }
    }

    /// The photos that the entry adds to a post or sets as an avatar.
    public var photos: [Photo] {
        switch statement {
        case .record(let record): record.body.photos.map { Photo($0) }
        case .change(let change): change.photos
        }
    }
}

extension User.ID {
    /// The author of tombstones: all bits are 0.
    ///
    /// A tombstone does not record its author or its time.
    public static let unknown = User.ID(
        UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
    )
}

extension Change {
    /// The LWW register of a signed record that would have the same effect.
    ///
    /// Edits belong to the register of the whole post. It is `nil` for a profile change that sets
    /// several fields.
    public var register: RecordRegister? {
        switch action {
        case .profileUpdated(let update):
            update.onlyField.map { .profile(author.recordID, $0) }
        case .profileRemoved: .left(author.recordID)
        case .postAdded: .post(stamp.recordID)
        case .captionEdited(let post, _), .placeEdited(let post, _), .altEdited(let post, _, _):
            .post(post.recordID)
        case .postDeleted(let post): .deletedPost(post.recordID)
        case .commentAdded: .comment(stamp.recordID)
        case .commentDeleted(let comment): .deletedComment(comment.recordID)
        case .liked(let post), .unliked(let post): .like(author.recordID, post: post.recordID)
        case .followed(let user), .unfollowed(let user):
            .follow(author.recordID, of: user.recordID)
        }
    }
}

extension ProfileUpdate {
    private var fields: [ProfileSetting.Field] {
        [
            username.map { _ in .username }, displayName.map { _ in .displayName },
            bio.map { _ in .bio }, url.map { _ in .url }, avatar.map { _ in .photo },
        ]
        .compactMap(\.self)
    }

    /// The field that the update sets, or `nil` if it sets none or several.
    fileprivate var onlyField: ProfileSetting.Field? { fields.count == 1 ? fields.first : nil }
}
