public import TimelineCore

/// The outcome of importing an archive.
///
/// Every entry in the archive is counted under its kind as imported, already present or rejected.
/// No kind of entry is unsupported. Reports are encoded as JSON. See Docs/JSON.md.
public struct ImportReport: Encodable, Sendable, Hashable {
    /// The numbers of entries of one kind by outcome.
    public typealias Tally = PostImportReport.Tally

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
    /// The pictures of all posts.
    ///
    /// Each post has one picture, which has the same outcome as the post.
    public internal(set) var media = Tally()
    /// The comments on all posts.
    public internal(set) var comments = Tally()
    /// The likes of all posts.
    public internal(set) var likes = Tally()
    /// The number of likes that repeat an earlier like of the same post by the same user.
    ///
    /// They count as already present.
    public internal(set) var duplicateLikes = 0
    /// The number of users created for usernames that appear in posts, comments or likes, but not
    /// in `users`.
    public internal(set) var unlistedUsers = 0
    /// The users created by this import or an earlier import of the same archive, sorted by
    /// username.
    ///
    /// Users with an account are not included.
    public internal(set) var importedUsers: [User] = []
    /// Whether nothing was written, because the import was a dry run.
    public internal(set) var isDryRun = false
    /// The number of rejected entries.
    public internal(set) var rejectionCount = 0
    /// The first rejected entries, at most ``rejectionLimit``, in the order in which they were
    /// processed.
    public internal(set) var rejections: [Rejection] = []

    /// The maximum number of rejected entries in a report.
    ///
    /// All rejected entries are passed to the closure of the import.
    public static let rejectionLimit = 100

    /// The report without its users and rejections.
    public var withoutLists: ImportReport {
        var report = self
        (report.importedUsers, report.rejections) = ([], [])
        return report
    }

    /// Counts a rejected entry, and stores it unless the limit is reached.
    mutating func add(_ rejection: Rejection) {
        rejectionCount += 1
        if rejections.count < Self.rejectionLimit { rejections.append(rejection) }
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
