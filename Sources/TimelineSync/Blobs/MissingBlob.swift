import TimelineCore

/// A blob that a live record references and the store lacks.
///
/// The list of them follows from the records and the stored blobs, so it is right after any kill,
/// cut, edit or unfollow.
struct MissingBlob: Hashable, Sendable {
    /// Why the blob is not here.
    enum Reason: Hashable, Sendable {
        /// It has not arrived, and the next sync requests it.
        case notReceived
        /// It is a full-size picture beyond the limit for pictures by others; see
        /// `StoreSync.setPictureLimit(_:)`.
        case beyondLimit
        /// Its author has more pictures than `SessionLimits.scopePictures`.
        case tooManyPictures
        /// The bytes that arrived are not a picture.
        case refused
        /// No user of the store follows the author anymore.
        case unfollowed
    }

    /// The newest reference to the blob.
    let reference: BlobReference
    /// Why the blob is not here.
    let reason: Reason
}

extension SocialReader {
    /// Returns the references from the posts and avatars of a selection, newest first.
    func blobReferences(of selection: RecordSelection) throws -> [BlobReference] {
        try blobReferences(of: Set(selection.scopes))
            .filter { try introduces($0.author, in: selection) }
            .sorted { ($0.milliseconds, $0.author) > ($1.milliseconds, $1.author) }
    }

    /// Returns the blobs that the posts and avatars of a selection reference and that are not among
    /// `held`, at most one reference to each.
    ///
    /// First copies come first, then the originals that users have requested, then all others, each
    /// newest first.
    func missingBlobs(
        of selection: RecordSelection,
        at now: UInt64,
        _ accounts: any AccountReader,
        held: (Set<BlobID>) throws -> Set<BlobID>
    ) throws -> [MissingBlob] {
        let references = try blobReferences(of: selection)
        let present = try held(Set(references.map(\.blob)))
        let missing = references.filter { !present.contains($0.blob) }
        guard !missing.isEmpty else { return [] }
        let users = try accounts.keyedUsers()
        let refused = try accounts.blobs(marked: .refused)
        let limits = try accounts.storageLimits()
        let requests = try accounts.photoRequests(at: now)
        let ranks = Dictionary(zip(requests.newestFirst, 0...)) { first, _ in first }
        var sizes: [User.ID: UInt64] = [:]
        var counted: Set<BlobID> = []
        for reference in references
        where !reference.isFirstCopy && present.contains(reference.blob)
            && counted.insert(reference.blob).inserted
        {
            sizes[reference.author, default: 0] += reference.byteCount
        }
        func reason(_ reference: BlobReference) -> MissingBlob.Reason {
            if refused[reference.blob] != nil { return .refused }
            let isOwn = users.contains(reference.author)
            if reference.isFirstCopy || isOwn { return .notReceived }
            if reference.isExcess(limits, requests) { return .beyondLimit }
            let (sum, isOver) = sizes[reference.author, default: 0]
                .addingReportingOverflow(reference.byteCount)
            guard !isOver, sum <= SessionLimits.scopePictures else { return .tooManyPictures }
            sizes[reference.author] = sum
            return .notReceived
        }
        func order(_ reference: BlobReference) -> Int {
            reference.isFirstCopy ? -1 : ranks[reference.blob] ?? .max
        }
        var seen: Set<BlobID> = []
        return missing.enumerated()
            .sorted { (order($0.element), $0.offset) < (order($1.element), $1.offset) }
            .map(\.element)
            .filter { seen.insert($0.blob).inserted }
            .map { MissingBlob(reference: $0, reason: reason($0)) }
    }

    /// Returns whether a selection contains the profile of a user.
    func introduces(_ user: User.ID, in selection: RecordSelection) throws -> Bool {
        if selection.scopes.contains(user) || selection.users.contains(user) { return true }
        if let owner = selection.owner, try record(setting: .follow(user, of: owner)) != nil {
            return true
        }
        return try !scopesOfReplies(by: user).isDisjoint(with: selection.scopes)
    }
}

extension AccountReader {
    /// Returns the users of the store, whom they follow, and who follows them.
    func widestSelection(_ social: any SocialReader) throws -> RecordSelection {
        let users = try keyedUsers()
        return RecordSelection(
            scopes: try scopes(social),
            users: try users.union(social.followers(of: users))
        )
    }
}

extension SocialReader {
    /// Returns the followers of users.
    func followers(of users: Set<User.ID>) throws -> Set<User.ID> {
        var followers: Set<User.ID> = []
        for user in users {
            var last: String?
            while true {
                let page = try self.users(
                    UserQuery(.followers(of: user), after: last, limit: 500)
                )
                followers.formUnion(page.map(\.id))
                guard let name = page.last?.username, page.count == 500 else { break }
                last = name
            }
        }
        return followers
    }
}
