import Foundation
package import TimelineCore

/// The answers of a repository to a fixed list of queries, for comparison with another repository.
package struct SocialAnswers {
    private var answers: [(question: String, answer: AnyHashable)] = []

    /// Runs all queries about the given users, posts and comments in one snapshot.
    ///
    /// - Throws: The first error thrown by a query.
    package init(_ repository: any Repository, about subjects: Subjects) throws {
        try repository.read { reader in
            try askUsers(reader, about: subjects)
            try askPosts(reader, about: subjects)
            try askTimelines(reader, about: subjects)
            try askActivity(reader, about: subjects)
            try askEndings(reader, about: subjects)
            try askTags(reader)
            try askWords(reader)
            try askRanked(reader)
        }
        note("audit", try repository.audit(repairing: false, verifying: false, newestAllowed: .max))
    }

    /// The users, posts and comments to query.
    package struct Subjects: Sendable {
        /// The users, including deleted accounts.
        package var users: [User.ID]
        /// The viewers of the queried posts and profiles.
        package var viewers: [User.ID]
        /// The posts in ascending order of their IDs, including deleted posts.
        package var posts: [Post.ID]
        /// The comments in ascending order of their IDs, including deleted comments.
        package var comments: [Comment.ID]

        /// Collects all users, posts and comments in the given records.
        ///
        /// Every author is also a viewer.
        package init(of records: [VerifiedRecord]) {
            users = Set(records.map(\.author)).sorted()
            viewers = users
            // An edit sets its post even if the record that adds it is missing.
            let posts = records.filter { $0.content.kind == .postSet }
            self.posts = Set(posts.compactMap(\.concernedPost)).sorted()
            comments = Set(records.filter(\.addsComment).map(\.comment)).sorted()
        }
    }

    /// Describes the first query with different answers, or returns `nil` if all answers are equal.
    package func difference(from other: SocialAnswers) -> String? {
        guard answers.count == other.answers.count else { return "another number of questions" }
        let pair = zip(answers, other.answers)
            .first { $0.question != $1.question || $0.answer != $1.answer }
        return pair.map { "\($0.question): \($0.answer) against \($1.answer)" }
    }

    mutating func note(_ question: String, _ answer: some Hashable) {
        answers.append((question, AnyHashable(answer)))
    }

    private mutating func askUsers(_ reader: any SocialReader, about subjects: Subjects) throws {
        note("newest stamp", try reader.newestStamp(of: nil))
        for id in subjects.users {
            let user = try reader.user(id)
            note("user \(id)", user)
            note("newest stamp of \(id)", try reader.newestStamp(of: id))
            if let user {
                note("username \(user.username)", try reader.user(withUsername: user.username))
            }
            note("followers of \(id)", try reader.users(UserQuery(.followers(of: id))))
            note("followed by \(id)", try reader.users(UserQuery(.followed(by: id))))
            note("existence of \(id)", try reader.exists(id))
            note("summary of \(id)", try reader.summary(of: id))
            note("comments by \(id)", try reader.commentIDs(by: id, in: PostRange(limit: .max)))
            let likes = try reader.likes(by: id, beyond: .max, ascending: false, limit: .max)
            note("likes by \(id)", likes.map { [$0.post.pushID, $0.stamp] })
            let rest = try reader.likes(
                by: id,
                beyond: likes.last?.stamp ?? .min,
                ascending: true,
                limit: 3
            )
            note("and after", rest.map(\.post))
            for viewer in subjects.viewers {
                note("\(id) for \(viewer)", try reader.profile(of: id, for: viewer))
            }
        }
        for text in [nil, "a", "LEIA", "é", "~"] {
            let first = try reader.users(UserQuery(matching: text, limit: 4))
            note("users with \(text ?? "any")", first)
            let rest = UserQuery(matching: text, after: first.last?.username, limit: .max)
            note("and after", try reader.users(rest))
        }
    }

    private mutating func askPosts(_ reader: any SocialReader, about subjects: Subjects) throws {
        for viewer in subjects.viewers {
            note("posts for \(viewer)", try reader.posts(subjects.posts, for: viewer))
        }
        for post in subjects.posts {
            note("likers of \(post)", try reader.likers(of: post, limit: .max))
            let first = try reader.comments(on: post, after: nil, limit: 2)
            note("comments on \(post)", first)
            note("newest", try reader.newestComments(on: post, limit: 2))
            note("and after", try reader.comments(on: post, after: first.last?.id, limit: .max))
        }
        note("newest of each", try reader.newestComments(onEach: subjects.posts, limit: 2))
        note("comments", try subjects.comments.map { try reader.comment($0) })
        note("referenced blobs", try reader.referencedBlobs())
    }

    /// Records the activity of each user, without arrival numbers or order, which depend on the
    /// batches.
    private mutating func askActivity(_ reader: any SocialReader, about subjects: Subjects) throws {
        for user in subjects.users {
            let events = try reader.activity(of: user, after: nil, limit: .max)
            let facts = events.map { event in
                ActivityEvent(
                    event.kind,
                    by: event.user,
                    post: event.post,
                    comment: event.comment,
                    arrival: min(event.arrival, 1),
                    stamp: event.stamp
                )
            }
            note("activity of \(user)", Set(facts))
            let count = try reader.activityCount(of: user, since: 0, limit: 20)
            note("its news", count)
        }
    }

    private mutating func askTimelines(_ reader: any SocialReader, about subjects: Subjects) throws
    {
        let all = PostRange(limit: .max)
        note("all posts", try reader.postIDs(.all, in: all))
        for user in subjects.users {
            note("posts by \(user)", try reader.postIDs(.by(user), in: all))
        }
        for viewer in subjects.viewers {
            note("timeline of \(viewer)", try reader.homeTimelineShard(.whole, of: viewer, in: all))
            note("its length", try reader.homePostCount(of: viewer))
            let halves = try (0..<2)
                .map { TimelineShard(index: $0, count: 2) }
                .flatMap { try reader.homeTimelineShard($0, of: viewer, in: all) }
            note("its halves", halves.sorted(by: >))
        }
    }

    private mutating func askEndings(_ reader: any SocialReader, about subjects: Subjects) throws {
        for post in subjects.posts.suffix(2) {
            for length in [1, 7] {
                let text = String(post.description.suffix(length))
                note("posts …\(text)", try reader.pushIDs(of: .post, endingWith: text, limit: 3))
                note(
                    "comments …\(text)",
                    try reader.pushIDs(of: .comment, endingWith: text, limit: 3)
                )
            }
        }
    }
}

extension SocialAnswers {
    /// Runs queries for tags and mentions, and records their answers.
    mutating func askTags(_ reader: any SocialReader) throws {
        for prefix in ["", "s", "caf", "夕", "none"] {
            note("tags \(prefix)…", try reader.tags(startingWith: prefix, limit: 3))
        }
        for tag in try reader.tags(startingWith: "", limit: .max).map(\.tag) {
            let first = PostRange(limit: 3)
            let ids = try reader.postIDs(.tagged(tag), in: first)
            note("tagged \(tag)", ids)
            let rest = PostRange(before: ids.last ?? first.before, limit: .max)
            note("and before", try reader.postIDs(.tagged(tag), in: rest))
        }
        for name in ["leia", "han", "r2.d2", "nobody"] {
            let first = try reader.texts(mentioning: name, before: .max, limit: 2)
            note("mentions of \(name)", first)
            let rest = first.last ?? .max
            note("and before", try reader.texts(mentioning: name, before: rest, limit: .max))
        }
    }

    /// Runs queries for popular posts and for posts near a place, and records their answers.
    mutating func askRanked(_ reader: any SocialReader) throws {
        for (latitude, longitude, radius) in [
            (1.5, -2, 150), (0, 179.999, 1000), (89.99, -170, 2000), (-90, 90, 10), (0, 0, 2e7),
        ] {
            let center = Coordinate(latitude: latitude, longitude: longitude)
            let vicinity = try SearchArea(of: center, radius: radius)
            let first = PostRange(limit: 3)
            let ids = try reader.postIDs(.near(vicinity), in: first)
            note("near \(vicinity)", ids)
            let rest = PostRange(before: ids.last ?? first.before, limit: .max)
            note("and before", try reader.postIDs(.near(vicinity), in: rest))
        }
        let places = try reader.posts(reader.postIDs(.all, in: PostRange(limit: .max)), for: nil)
            .compactMap(\.place?.id)
        for id in Set(places).sorted(by: { $0.number < $1.number }) {
            note("at place \(id)", try reader.postIDs(.at(id), in: PostRange(limit: 3)))
        }
        for hours in [0, 1, 500] as [Double] {
            let now = TestEnvironment.start.addingTimeInterval(hours * 3600)
            let ids = try reader.popularPostIDs(at: now, since: Post.ID(.min), limit: 10)
            note("popular after \(hours) hours", ids)
            let since = ids.last ?? Post.ID(.min)
            note("since", try reader.popularPostIDs(at: now, since: since, limit: .max))
        }
    }

    /// Runs searches for words, phrases and prefixes, and records their answers.
    mutating func askWords(_ reader: any SocialReader) throws {
        for prefix in ["", "s", "sun", "夕", "서"] {
            note("words \(prefix)…", try reader.words(startingWith: prefix, limit: 4))
        }
        for text in [
            "golden sun", "\"golden sunset\" su*", "ete", "夕焼", "서울 sun", "🌅 a", "none",
        ] {
            guard let pattern = try TextQuery(text).pattern(expand: reader.words) else {
                note("\(text) is nothing", true)
                continue
            }
            let first = try reader.texts(matching: pattern, before: .max, from: .min, limit: 3)
            note(text, first)
            let older = try reader.texts(
                matching: pattern,
                before: first.last ?? .max,
                from: .min,
                limit: .max
            )
            note("and before", older)
            let oldest = older.dropLast(2).last ?? .min
            note("from", try reader.texts(matching: pattern, before: .max, from: oldest, limit: 9))
        }
    }
}
