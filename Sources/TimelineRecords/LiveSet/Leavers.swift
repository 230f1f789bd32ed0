/// The users that have left.
struct Leavers {
    private let users: Set<RecordUserID>

    init(in records: [VerifiedRecord]) {
        users = Set(records.lazy.filter { $0.body.content == .userLeft }.map(\.body.author))
    }

    /// Returns whether a user's leaving removes a record from the live set, regardless of the
    /// record's stamp.
    ///
    /// Records of unknown kinds that have a home count as replies, which a later version has added.
    func remove(_ body: RecordBody) -> Bool {
        if let home = body.home, users.contains(home) { return true }
        return !body.content.isSignedByRoot && users.contains(body.author)
    }
}
