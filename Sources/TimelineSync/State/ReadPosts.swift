import TimelineCore

/// The posts of the home timeline that a user has read on one device, for the other devices.
///
/// Read intervals alone would not do: they also contain the IDs of posts that have not arrived on
/// the device, and those that arrived later and have not been read. So the newest posts are listed.
struct ReadPosts: Hashable {
    /// The number of posts of the home timeline of which the read ones are listed.
    static let limit = 1000

    /// The read posts among the newest, newest first.
    var posts: [Post.ID] = []
    /// The lowest ID from which ``posts`` is complete.
    var lowest = Post.ID(.min)
    /// The read intervals below ``lowest``.
    var older: [ClosedRange<Post.ID>] = []

    init() {}

    init(reading reader: inout CBORReader) throws(RecordError) {
        try reader.array(of: 3)
        posts = try reader.list()
        lowest = try reader.value()
        for _ in 0..<(try reader.array()) {
            try reader.array(of: 2)
            let first: Post.ID = try reader.value()
            let last: Post.ID = try reader.value()
            guard first <= last, last < lowest else { throw .malformed }
            older.append(first...last)
        }
    }

    func write(to writer: inout CBORWriter) {
        writer.array(3)
        writer.write(list: posts)
        writer.write(lowest)
        writer.array(older.count)
        for posts in older {
            writer.array(2)
            writer.write(posts.lowerBound)
            writer.write(posts.upperBound)
        }
    }
}

extension AccountReader {
    /// Returns the posts that a user has read on this device.
    func readPosts(of user: User.ID, _ social: any SocialReader) throws -> ReadPosts {
        let position = try readPosition(of: user)
        var read = ReadPosts()
        guard !position.intervals.isEmpty else { return read }
        let posts = try social.newestPosts(for: user, position)
        read.posts = posts.filter(\.isRead).map(\.id)
        guard posts.count == ReadPosts.limit, let last = posts.last else { return read }
        read.lowest = last.id
        for interval in position.intervals where interval.posts.lowerBound < last.id {
            let end = min(interval.posts.upperBound, Post.ID(last.id.pushID.predecessor))
            read.older.append(interval.posts.lowerBound...end)
        }
        return read
    }
}

extension AccountWriter {
    /// Marks the posts as read that have arrived here and that the user has read on another device.
    ///
    /// Each new interval ends before the next post that is unread on both devices.
    func markRead(_ read: ReadPosts, by user: User.ID, _ social: any SocialReader) throws {
        let position = try readPosition(of: user)
        let there = Set(read.posts)
        guard !there.isEmpty || !read.older.isEmpty else { return }
        let epoch = try social.epoch()
        var added: [ReadInterval] = []
        var run: (posts: ClosedRange<Post.ID>, hasNews: Bool)?
        func endRun() {
            if let run, run.hasNews { added.append(ReadInterval(run.posts, epoch: epoch)) }
            run = nil
        }
        for post in try social.newestPosts(for: user, position) where post.id >= read.lowest {
            guard post.isRead || there.contains(post.id) else {
                endRun()
                continue
            }
            let newest = run?.posts.upperBound ?? post.id
            run = (post.id...newest, run?.hasNews == true || !post.isRead)
        }
        endRun()
        for range in read.older {
            added += position.gaps(in: range).map { ReadInterval($0, epoch: epoch) }
        }
        guard !added.isEmpty else { return }
        let merged = ReadPosition(
            intervals: position.intervals + added,
            lastShown: position.lastShown
        )
        try setReadPosition(merged, of: user)
    }
}

extension SocialReader {
    /// Returns the newest posts of a user's home timeline, newest first, and whether the user has
    /// read each.
    fileprivate func newestPosts(
        for user: User.ID,
        _ position: ReadPosition
    ) throws -> [(id: Post.ID, isRead: Bool)] {
        let range = PostRange(limit: ReadPosts.limit)
        let ids = try homeTimelineShard(.whole, of: user, in: range)
        let new = Set(try newPostIDs(in: .home, of: user, since: position, in: range))
        return ids.map { ($0, position.contains($0) && !new.contains($0)) }
    }
}

extension ReadPosition {
    /// Returns the parts of a range that no interval contains.
    fileprivate func gaps(in range: ClosedRange<Post.ID>) -> [ClosedRange<Post.ID>] {
        var gaps: [ClosedRange<Post.ID>] = []
        var start: Post.ID? = range.lowerBound
        for posts in intervals.map(\.posts) where posts.overlaps(range) {
            guard let first = start else { break }
            if first < posts.lowerBound {
                gaps.append(first...Post.ID(posts.lowerBound.pushID.predecessor))
            }
            let next = Post.ID(posts.upperBound.pushID.successor)
            start = posts.upperBound < range.upperBound ? next : nil
        }
        if let start { gaps.append(start...range.upperBound) }
        return gaps
    }
}

/// The likes, comments, mentions and follows that a user has seen on one device, for the other
/// devices.
struct SeenActivity: Hashable {
    /// The number of the latest events to compare.
    static let limit = 1000

    /// The highest stamp among the events that the user has seen, if any.
    var newest: PushID?
    /// The stamps below ``newest`` of events that the user has not seen, because they arrived
    /// later.
    var unseen: [PushID] = []

    init() {}

    init(reading reader: inout CBORReader) throws(RecordError) {
        try reader.array(of: 2)
        newest = try reader.optional { reader throws(RecordError) in try reader.value() }
        unseen = try reader.list()
    }

    func write(to writer: inout CBORWriter) {
        writer.array(2)
        writer.optional(newest) { $0.write($1) }
        writer.write(list: unseen)
    }
}

extension AccountReader {
    /// Returns the activity that a user has seen on this device.
    func seenActivity(of user: User.ID, _ social: any SocialReader) throws -> SeenActivity {
        var seen = SeenActivity()
        let epoch = try activityEpoch(of: user)
        guard epoch > 0 else { return seen }
        let events = try social.activity(of: user, after: nil, limit: SeenActivity.limit)
        seen.newest = events.filter { $0.arrival <= epoch }.map(\.stamp).max()
        guard let newest = seen.newest else { return seen }
        seen.unseen = events.filter { $0.arrival > epoch }.map(\.stamp)
            .filter { $0 < newest }.sorted()
        return seen
    }
}

extension AccountWriter {
    /// Marks the events as seen that have arrived here and that the user has seen on another
    /// device.
    ///
    /// A visit is stored as an arrival number, which differs between stores, so only events that
    /// arrived before the first unseen one can be marked.
    func markSeen(_ seen: SeenActivity, by user: User.ID, _ social: any SocialReader) throws {
        guard let newest = seen.newest else { return }
        let visit = try activityEpoch(of: user)
        let events = try social.activity(of: user, after: nil, limit: SeenActivity.limit)
            .prefix { $0.arrival > visit }
        let unseenThere = Set(seen.unseen)
        let unseen = events.filter { event in
            let stamp = event.stamp
            return stamp > newest || unseenThere.contains(stamp)
        }
        // Older events, which are not compared, may be unseen, too.
        guard unseen.isEmpty || events.count < SeenActivity.limit else { return }
        let epoch = unseen.map { $0.arrival - 1 }.min() ?? events.map(\.arrival).max() ?? visit
        if epoch > visit { try setActivityEpoch(epoch, of: user) }
    }
}
