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

/// Pictures that have not arrived, for one reason.
public struct MissingPictures: Hashable, Sendable {
    /// Why a picture has not arrived.
    public enum Reason: String, CaseIterable, Hashable, Sendable {
        /// Nobody in this store follows its author any more.
        case unfollowed
        /// The last sync with a device or folder that has posts by its author reached its budget.
        case budget
        /// No device or folder that this device has synced with had it.
        case neverCopied = "never-copied"
        /// Its author has more than `SessionLimits.scopePictures` of pictures.
        case tooMany = "too-many"
        /// What arrived is no picture, because it is damaged at its author's.
        case damaged
    }

    /// The reason.
    public let reason: Reason
    /// The number of pictures.
    public internal(set) var count = 0
    /// The number of bytes of their files that have not arrived.
    public internal(set) var byteCount: UInt64 = 0
}

extension Collection<MissingBlob> {
    /// Returns the pictures that have not arrived, by reason, and those left out because of the
    /// limit of the store.
    ///
    /// Pictures of `authors` were left out because of the budget of a sync. A picture is counted
    /// once, whether its preview, its full-size file or both are missing.
    func pictures(
        beyondBudgetOf authors: Set<User.ID>,
        receivedByteCount: (BlobID) -> UInt64
    ) -> (missing: [MissingPictures], excess: MissingPictures) {
        let previews = Set(compactMap(\.reference.preview))
        var counts: [MissingPictures.Reason: MissingPictures] = [:]
        var excess = MissingPictures(reason: .budget)
        for blob in self {
            let reference = blob.reference
            let isCounted = reference.isFirstCopy && previews.contains(reference.blob)
            let reason: MissingPictures.Reason
            switch blob.reason {
            case .beyondLimit:
                excess.count += isCounted ? 0 : 1
                excess.byteCount += reference.byteCount
                continue
            case .notReceived:
                reason =
                    authors.contains(reference.author) ? .budget : .neverCopied
            case .tooManyPictures: reason = .tooMany
            case .refused: reason = .damaged
            case .unfollowed: reason = .unfollowed
            }
            var entry = counts[reason] ?? MissingPictures(reason: reason)
            entry.count += isCounted ? 0 : 1
            let received = receivedByteCount(reference.blob)
            entry.byteCount += reference.byteCount - Swift.min(reference.byteCount, received)
            counts[reason] = entry
        }
        let missing = MissingPictures.Reason.allCases.compactMap { counts[$0] }
        return (missing.filter { $0.count > 0 }, excess)
    }
}

extension SocialReader {
    /// Returns the pictures and previews that live records reference and the store lacks.
    func missingBlobs(
        at now: UInt64,
        _ accounts: any AccountReader,
        _ blobs: any BlobStore
    ) throws -> [MissingBlob] {
        var missing = try missingBlobs(
            of: accounts.widestSelection(self),
            at: now,
            accounts,
            held: blobs.contained
        )
        let referenced = try referencedBlobs()
        var others = try referenced.subtracting(blobs.contained(among: referenced))
            .subtracting(missing.map(\.reference.blob))
        guard !others.isEmpty else { return missing }
        let posts = try others.flatMap { try postIDs(.showing($0), in: PostRange(limit: 1)) }
        let authors = Set(try self.posts(posts, for: nil).map(\.author.id))
        for reference in try blobReferences(of: authors)
            .sorted(by: { $0.milliseconds > $1.milliseconds })
        where others.remove(reference.blob) != nil {
            missing.append(MissingBlob(reference: reference, reason: .unfollowed))
        }
        return missing
    }
}
