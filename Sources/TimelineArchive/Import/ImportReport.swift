public import TimelineCore

/// The outcome of importing an archive.
///
/// Every entry of the archive is either accepted or rejected, and counted under its kind. Reports
/// encode to JSON; see Docs/JSON.md.
public struct ImportReport: Encodable, Sendable, Hashable {
    /// The entries of `users`.
    public internal(set) var users = Tally()
    /// The bios and URLs of all users; a profile is imported without those that are rejected.
    public internal(set) var fields = Tally()
    /// The entries of all users' `follows`.
    public internal(set) var follows = Tally()
    /// The entries of `posts`.
    public internal(set) var posts = Tally()
    /// The comments of all posts.
    public internal(set) var comments = Tally()
    /// The likes of all posts.
    public internal(set) var likes = Tally()
    /// The number of accepted likes that repeat an earlier like of the same post by the same user.
    public internal(set) var duplicateLikes = 0
    /// The number of users created for usernames that appear in posts, comments or likes, but not
    /// in `users`.
    public internal(set) var unlistedUsers = 0
    /// The users created by this import or an earlier one of the same archive, sorted by username.
    ///
    /// Users with an account are not included.
    public internal(set) var importedUsers: [User] = []
    /// The rejected entries, in the order of processing.
    public internal(set) var rejections: [Rejection] = []

    /// The number of entries of one kind, by outcome.
    public struct Tally: Encodable, Sendable, Hashable {
        /// The number of entries in the archive: the sum of the other two.
        public internal(set) var total = 0
        /// The number of entries that are in the store now, or were deleted from it after an
        /// earlier import.
        public internal(set) var accepted = 0
        /// The number of rejected entries; each has a ``Rejection``.
        public internal(set) var rejected = 0
    }

    /// A rejected entry and the reason.
    public struct Rejection: Encodable, Sendable, Hashable {
        /// The entry's location in the archive, such as `posts/-K25Fj8p2ArUMz3awt3T`.
        ///
        /// It contains keys of the archive, so escape it before showing it in a terminal.
        public let entry: String
        /// The reason, as a sentence.
        public let reason: String
    }
}
