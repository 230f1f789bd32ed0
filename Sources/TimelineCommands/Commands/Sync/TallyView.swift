import TimelineSync

/// The numbers of posts, comments, likes, follows and other changes, as shown in the output.
struct TallyView: Encodable, Hashable {
    private(set) var posts = 0
    private(set) var comments = 0
    private(set) var likes = 0
    private(set) var follows = 0
    private(set) var others = 0

    init() {}

    init(_ tally: RecordTally) { add(tally) }

    var total: Int { posts + comments + likes + follows + others }

    mutating func add(_ tally: RecordTally) {
        posts += tally.posts
        comments += tally.comments
        likes += tally.likes
        follows += tally.follows
        others += tally.others
    }

    /// The numbers with their nouns, without those that are zero.
    var parts: [String] {
        let parts = [
            (posts, "post"), (comments, "comment"), (likes, "like"), (follows, "follow"),
            (others, "other change"),
        ]
        return parts.filter { $0.0 > 0 }.map { countText($0.0, $0.1) }
    }
}
