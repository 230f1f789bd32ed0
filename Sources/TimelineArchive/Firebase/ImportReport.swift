public import TimelineCore

/// What became of every entry of an archive.
///
/// Of each kind, the entries taken and the entries refused are together those in the archive.
public struct ImportReport: Encodable, Sendable, Hashable {
    /// The entries of `users`.
    public internal(set) var users = Tally()
    /// The bios and URLs of all users; one that is not allowed is left out of the profile.
    public internal(set) var fields = Tally()
    /// Who follows whom.
    public internal(set) var follows = Tally()
    /// The entries of `posts`.
    public internal(set) var posts = Tally()
    /// The comments of all posts.
    public internal(set) var comments = Tally()
    /// The likes of all posts.
    public internal(set) var likes = Tally()
    /// How many of the likes taken were repetitions: several likes of a post by one user are one like here.
    public internal(set) var mergedLikes = 0
    /// How many users were made because a post, comment or like names a user whom the archive lacks.
    public internal(set) var derivedUsers = 0
    /// The users whom the archive brought or already had brought, by the name shown; none has an account
    /// until somebody claims it.
    public internal(set) var importedUsers: [User] = []
    /// Everything that was refused, in the order of the work.
    public internal(set) var refusals: [Refusal] = []

    /// How many entries of one kind there were, and what became of them.
    public struct Tally: Encodable, Sendable, Hashable {
        /// How many there are in the archive.
        public internal(set) var inArchive = 0
        /// How many were taken, were known already, or were deleted here since.
        public internal(set) var taken = 0
        /// How many were refused, each with a ``Refusal``.
        public internal(set) var refused = 0
    }

    /// Why one entry was refused.
    public struct Refusal: Encodable, Sendable, Hashable {
        /// Where the entry stands in the archive, as in `posts/-K25Fj8p2ArUMz3awt3T`.
        ///
        /// The archive's author chose these characters.
        public let entry: String
        /// What is wrong with it, as a sentence.
        public let reason: String
    }
}

extension ImportReport {
    /// The kind of an entry, by where it is counted.
    typealias Kind = any WritableKeyPath<ImportReport, Tally> & Sendable

    /// Makes the report of an archive of which nothing was loaded yet.
    init(counting archive: FirebaseArchive) {
        let users = archive.users.all.compactMap { try? $0.value.get() }  // Faults hold no entries.
        let posts = archive.posts.all.compactMap { try? $0.value.get() }  // As above.
        self.users.inArchive = archive.users.all.count
        fields.inArchive = users.reduce(0) { $0 + $1.fields.count { $0.text != .success(nil) } }
        follows.inArchive = users.reduce(0) { $0 + $1.follows.all.count }
        self.posts.inArchive = archive.posts.all.count
        comments.inArchive = posts.reduce(0) { $0 + $1.comments.all.count }
        likes.inArchive = posts.reduce(0) { $0 + $1.likes.all.count }
    }

    mutating func take(_ kind: Kind) {
        self[keyPath: kind].taken += 1
    }

    mutating func refuse(_ kind: Kind, _ entry: String, _ fault: EntryFault) {
        self[keyPath: kind].refused += 1
        refusals.append(Refusal(entry: entry, reason: fault.reason))
    }

    mutating func take(_ step: ImportStep) {
        take(step.kind)
        if step.isMerged { mergedLikes += 1 }
    }

    /// Refuses a step; a profile's fields, counted as taken before, go with it.
    mutating func refuse(_ step: ImportStep, _ fault: EntryFault) {
        refuse(step.kind, step.entry, fault)
        for field in step.fields {
            fields.taken -= 1
            refuse(\.fields, field, .userRefused)
        }
    }

    private var tallies: [Tally] { [users, fields, follows, posts, comments, likes] }

    /// How many entries of all kinds there are in the archive.
    var total: Int { tallies.reduce(0) { $0 + $1.inArchive } }

    /// How many of them were taken or refused so far.
    var settled: Int { tallies.reduce(0) { $0 + $1.taken + $1.refused } }
}
