public import TimelineCore

/// The outcome of importing an archive.
///
/// Every entry in the archive is either accepted or rejected, and is counted under its kind.
/// Reports are encoded as JSON. See Docs/JSON.md.
public struct ImportReport: Encodable, Sendable, Hashable {
    /// The entries in `users`.
    public internal(set) var users = Tally()
    /// The bios and URLs of all users.
    ///
    /// Rejected fields are left out of the imported profiles.
    public internal(set) var fields = Tally()
    /// The entries in the `follows` of all users.
    public internal(set) var follows = Tally()
    /// The entries in `posts`.
    public internal(set) var posts = Tally()
    /// The comments on all posts.
    public internal(set) var comments = Tally()
    /// The likes of all posts.
    public internal(set) var likes = Tally()
    /// The number of accepted likes that repeat an earlier like of the same post by the same user.
    public internal(set) var duplicateLikes = 0
    /// The number of users created for usernames that appear in posts, comments or likes, but not
    /// in `users`.
    public internal(set) var unlistedUsers = 0
    /// The users created by this import or an earlier import of the same archive, sorted by
    /// username.
    ///
    /// Users with an account are not included.
    public internal(set) var importedUsers: [User] = []
    /// The rejected entries, in the order in which they were processed.
    public internal(set) var rejections: [Rejection] = []

    /// The numbers of accepted and rejected entries of one kind.
    public struct Tally: Encodable, Sendable, Hashable {
        /// The number of entries in the archive: the sum of ``accepted`` and ``rejected``.
        public internal(set) var total = 0
        /// The number of entries that are now in the store, or were deleted from it after an
        /// earlier import.
        public internal(set) var accepted = 0
        /// The number of rejected entries.
        ///
        /// The report contains a ``Rejection`` for each of them.
        public internal(set) var rejected = 0
    }

    /// A rejected entry and the reason for its rejection.
    public struct Rejection: Encodable, Sendable, Hashable {
        /// The entry's location in the archive, such as `posts/-K25Fj8p2ArUMz3awt3T`.
        ///
        /// The location contains keys from the archive, so escape it before showing it in a
        /// terminal.
        public let entry: String
        /// The reason for the rejection, as a sentence.
        public let reason: String
    }
}
