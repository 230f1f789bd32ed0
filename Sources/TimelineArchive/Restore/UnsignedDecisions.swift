import Foundation
import TimelineCore
import TimelineRecords

/// The decisions about unsigned entries, made inside the transaction that applies them.
struct UnsignedDecisions: Sendable {
    /// The outcome for each entry: whether it was applied, or the reason it is rejected.
    private(set) var results: [Result<Bool, EntryFault>] = []
    /// The changes to apply.
    private(set) var changes: [Change] = []

    /// Creates an empty value, for use until the decisions are made.
    init() {}

    /// Decides which changes to apply.
    ///
    /// - Parameters:
    ///   - proposed: The changes in the archive.
    ///   - protected: The users with an account or keys.
    ///   - importer: The user who imports, whose unsigned replies and follows are accepted.
    ///   - reader: A reader of the shared data inside the transaction.
    ///   - now: The current time.
    /// - Throws: `TimelineError.storageFailed`.
    init(
        about proposed: [Change],
        protected: Set<User.ID>,
        importer: User.ID?,
        reader: any SocialReader,
        now: Date
    ) throws {
        let forbidden = importer.map { protected.subtracting([$0]) } ?? protected
        var added: [PushID: Change] = [:]
        for change in proposed {
            do {
                let isNew = try Self.isNew(
                    change,
                    forbidden: forbidden,
                    protected: protected,
                    reader: reader,
                    now: now
                )
                if isNew {
                    if change.action.addsPostOrComment {
                        try Self.check(change, after: added[change.stamp])
                        added[change.stamp] = change
                    }
                    changes.append(change)
                }
                results.append(.success(isNew))
            } catch let fault as EntryFault {
                results.append(.failure(fault))
            }
        }
    }

    /// Returns whether to apply a change, rather than to treat it as already present.
    private static func isNew(
        _ change: Change,
        forbidden: Set<User.ID>,
        protected: Set<User.ID>,
        reader: any SocialReader,
        now: Date
    ) throws -> Bool {
        try change.check(now: now)
        // The archive may belong to someone else, so it must not create posts even for the
        // importer.
        let isAllowed = change.action.isReplyOrFollow
        try check(change.author, forbidden: isAllowed ? forbidden : protected)
        switch change.action {
        case .postDeleted(let id):
            try check(try reader.post(id, for: nil)?.author.id, forbidden: protected)
            if try reader.record(setting: .post(id.recordID)) != nil {
                throw EntryFault.signedHere
            }
        case .commentDeleted(let id):
            try check(try reader.comment(id)?.author, forbidden: forbidden)
            if try reader.record(setting: .comment(id.recordID)) != nil {
                throw EntryFault.signedHere
            }
        case .postAdded:
            guard let post = try reader.post(Post.ID(change.stamp), for: nil) else { break }
            guard post.author.id == change.author else { throw EntryFault.idInUse }
            return false
        case .commentAdded(let post, let text):
            guard let comment = try reader.comment(Comment.ID(change.stamp)) else { break }
            guard comment.author == change.author, comment.post == post, comment.text == text
            else { throw EntryFault.idInUse }
            return false
        default: break
        }
        // A signed record takes precedence over unsigned changes to the same register.
        return try change.register.flatMap { try reader.record(setting: $0) } == nil
    }

    /// Checks that a change does not add a post or comment with the ID of an earlier one of the
    /// archive.
    private static func check(_ change: Change, after earlier: Change?) throws(EntryFault) {
        guard let earlier else { return }
        do {
            try [earlier, change].checkIdentifiers { _ in false }
        } catch {
            throw .idInUse
        }
    }

    private static func check(
        _ author: User.ID?,
        forbidden: Set<User.ID>
    ) throws(EntryFault) {
        if let author, forbidden.contains(author) { throw .authorHasKeys }
    }
}

extension Intent {
    fileprivate var addsPostOrComment: Bool {
        switch self {
        case .postAdded, .commentAdded: true
        default: false
        }
    }

    /// Whether the action adds or removes a comment, a like or a follow.
    fileprivate var isReplyOrFollow: Bool {
        switch self {
        case .commentAdded, .commentDeleted, .liked, .unliked, .followed, .unfollowed: true
        case .profileUpdated, .profileRemoved, .postAdded, .captionEdited, .placeEdited,
            .altEdited, .postDeleted:
            false
        }
    }
}
