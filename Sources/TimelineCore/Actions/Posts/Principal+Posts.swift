public import Foundation

extension Principal {
    /// Returns one page of a feed, newest posts first.
    ///
    /// Subsequent pages continue back to the oldest post.
    ///
    /// ```swift
    /// let first = try await session.page(of: .home)
    /// let second = try await session.page(of: .home, before: first.next)
    /// ```
    ///
    /// - Parameters:
    ///   - feed: The feed to read. ``Feed/home`` is the home timeline of the session's user.
    ///   - cursor: The post after which the page starts, such as ``Page/next``, or `nil` for the
    ///     newest page.
    ///   - after: A lower bound: every post on the page is newer than this post. `nil` means no
    ///     lower bound.
    ///   - limit: The maximum number of posts on the page.
    /// - Returns: The page, with the cursor of the next page.
    /// - Throws: ``TimelineError/userNotFound(_:)``, or ``TimelineError/notLoggedIn`` if the
    ///   session has ended or a guest reads ``Feed/home``.
    public func page(
        of feed: Feed,
        before cursor: Post.ID? = nil,
        after: Post.ID? = nil,
        limit: Int = 20
    ) async throws -> TimelinePage {
        if case .home = feed {
            return try await authority.homePage(before: cursor, after: after, limit: limit) {
                (page, _, _, _) in page
            }
        }
        let range = PostRange(before: cursor ?? Post.ID(.max), after: after, limit: limit)
        return try await read { reader, _, viewer in
            let ids: [Post.ID]
            if case .user(let author) = feed {
                _ = try reader.requireUser(author)
                ids = try reader.postIDs(.by(author), in: range)
            } else {
                ids = try reader.postIDs(.all, in: range)
            }
            return try reader.page(ids, limit: limit, for: viewer)
                .positioned(after: cursor, at: reader.epoch())
        }
    }
}

extension UserSession {
    /// Returns one page of the home timeline: posts by the session's user and by everyone they
    /// follow and have not muted.
    ///
    /// - Throws: ``TimelineError/notLoggedIn``.
    public func timeline(
        before cursor: Post.ID? = nil,
        after: Post.ID? = nil,
        limit: Int = 20
    ) async throws -> TimelinePage {
        try await page(of: .home, before: cursor, after: after, limit: limit)
    }
}

extension Principal {
    /// Returns one page of posts located near a position, newest first.
    ///
    /// Subsequent pages continue back to the oldest post.
    ///
    /// - Parameters:
    ///   - vicinity: The position and the radius around it.
    ///   - cursor: The post after which the page starts, such as ``Page/next``, or `nil` for the
    ///     newest page.
    ///   - limit: The maximum number of posts on the page.
    /// - Returns: The posts with their distances from the position.
    /// - Throws: A storage error.
    public func posts(
        near vicinity: SearchArea,
        before cursor: Post.ID? = nil,
        limit: Int = 20
    ) async throws -> NearbyPage {
        let range = PostRange(before: cursor ?? Post.ID(.max), limit: limit)
        return try await read { reader, _, viewer in
            let ids = try reader.postIDs(.near(vicinity), in: range)
            let posts = try reader.posts(ids, for: viewer)
                .compactMap { post in
                    post.place?.coordinate
                        .map { NearbyPost(post: post, distance: vicinity.center.distance(to: $0)) }
                }
            return NearbyPage(posts, next: ids.count == limit ? ids.last : nil)
        }
    }

    /// Returns the places with names and positions of the newest posts that have a position, most
    /// used first.
    ///
    /// - Parameter limit: The maximum number of posts to read.
    /// - Returns: The places. Names that differ only in case or accents are one place.
    /// - Throws: A storage error.
    package func knownPlaces(inNewest limit: Int = 1000) async throws -> [KnownPlace] {
        let anywhere = try SearchArea(
            of: Coordinate(latitude: 0, longitude: 0),
            radius: SearchArea.radii.upperBound
        )
        return try await read { reader, _, viewer in
            let range = PostRange(before: Post.ID(.max), limit: limit)
            var places: [String: KnownPlace] = [:]
            for post in try reader.posts(reader.postIDs(.near(anywhere), in: range), for: viewer) {
                guard let name = post.place?.name, let coordinate = post.place?.coordinate else {
                    continue
                }
                let new = KnownPlace(name: name, coordinate: coordinate, postCount: 0)
                places[KnownPlace.key(of: name), default: new].postCount += 1
            }
            return places.values.sorted { ($1.postCount, $0.name) < ($0.postCount, $1.name) }
        }
    }
}

extension Principal {
    /// Returns one page of the posts with the given tag, newest first.
    ///
    /// Subsequent pages continue back to the oldest post.
    ///
    /// A post has the tags in its caption and in its author's own comments. Comments by other users
    /// do not tag the post.
    ///
    /// - Parameters:
    ///   - tag: The tag to search for.
    ///   - cursor: The post after which the page starts, such as ``Page/next``, or `nil` for the
    ///     newest page.
    ///   - limit: The maximum number of posts on the page.
    /// - Returns: The page, which is empty if no post has the tag.
    /// - Throws: A storage error.
    public func posts(
        tagged tag: Tag,
        before cursor: Post.ID? = nil,
        limit: Int = 20
    ) async throws -> TimelinePage {
        let range = PostRange(before: cursor ?? Post.ID(.max), limit: limit)
        return try await read { reader, _, viewer in
            try reader.page(reader.postIDs(.tagged(tag), in: range), limit: limit, for: viewer)
        }
    }

    /// Returns the tags that start with the given prefix, most used first.
    ///
    /// Tags that are used equally often are in byte order.
    ///
    /// - Parameters:
    ///   - prefix: The start of a tag, with or without `#`. An empty prefix matches all tags.
    ///   - limit: The maximum number of tags.
    /// - Returns: The tags with their post counts.
    /// - Throws: A storage error.
    public func tags(startingWith prefix: String = "", limit: Int = 20) async throws -> [TagCount] {
        let scalars = prefix.unicodeScalars
        let name = scalars.first?.startsTag == true ? scalars.dropFirst() : scalars[...]
        let normalized = Tag.normalized(String(Substring(name.prefix(Tag.maximumLength))))
        return try await read { reader, _, _ in
            try reader.tags(startingWith: normalized, limit: limit)
        }
    }
}

/// A post with its popularity.
public struct PopularPost: Hashable, Sendable, Encodable {
    /// The post, as the viewer sees it.
    public let post: PostView
    /// The popularity that determined the post's rank.
    public let popularity: Popularity

    /// Creates the value of a post at a time.
    init(_ post: PostView, at date: Date) {
        self.post = post
        popularity = Popularity(
            likes: post.likeCount,
            comments: post.commentCount,
            age: date.timeIntervalSince(post.createdAt)
        )
    }
}

extension Principal {
    /// Returns the most popular posts, best first, ranked by ``Popularity``.
    ///
    /// - Parameters:
    ///   - period: The maximum age of the posts in seconds, or `nil` for any age.
    ///   - limit: The maximum number of posts.
    /// - Returns: The posts. Posts without likes or comments are not included.
    /// - Throws: A storage error.
    public func popularPosts(
        within period: TimeInterval? = nil,
        limit: Int = 20
    ) async throws -> [PopularPost] {
        let now = engine.environment.now()
        let since = period.map {
            PushID(milliseconds: (now - $0).millisecondsSince1970, bits: (0, 0))
        }
        let oldest = Post.ID(since ?? .min)
        return try await read(foreseeing: .popular(since: oldest, limit: limit)) {
            reader,
            _,
            viewer in
            let ids = try reader.popularPostIDs(at: now, since: oldest, limit: limit)
            return try reader.posts(ids, for: viewer).map { PopularPost($0, at: now) }
        }
    }
}
