/// The users who have left.
struct DeletedAccounts {
    private let users: Set<User.ID>

    init(in records: [VerifiedRecord]) {
        users = Set(records.lazy.filter { $0.body.content == .accountDeleted }.map(\.body.author))
    }

    /// Returns whether a record is not live because a user has left, regardless of its stamp.
    ///
    /// Records of unknown kinds that have a home count as replies, because a later version may have
    /// added new kinds of replies.
    func remove(_ body: RecordBody) -> Bool {
        if let home = body.home, users.contains(home) { return true }
        return !body.content.isSignedByRoot && users.contains(body.author)
    }
}
