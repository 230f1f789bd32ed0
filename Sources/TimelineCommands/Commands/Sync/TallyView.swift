import TimelineSync

/// The numbers of posts, comments, likes, follows and other changes, as encoded in the output.
struct TallyView: Encodable {
    var tally = RecordTally()

    private enum CodingKeys: CodingKey {
        case posts, comments, likes, follows, others
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(tally.posts, forKey: .posts)
        try container.encode(tally.comments, forKey: .comments)
        try container.encode(tally.likes, forKey: .likes)
        try container.encode(tally.follows, forKey: .follows)
        try container.encode(tally.others, forKey: .others)
    }
}
