import Foundation
import TimelineCore

/// The order of a listing in Reddit's form.
enum RedditOrder: String, CaseIterable, Sendable {
    /// The most liked posts first.
    case top
    /// The most popular posts first, of which newer ones need fewer likes; see `Popularity`.
    case hot
    /// The newest posts first.
    case new
}

/// A listing of posts that a call asks for: everyone's posts, or those with a tag.
struct RedditListing: Sendable {
    /// The order of the posts.
    let order: RedditOrder
    /// The name of the listing: a tag, or one of ``everyone``.
    let name: String

    /// The names of the listings of everyone's posts.
    static let everyone = ["all", "popular", "frontpage"]
    /// The maximum number of posts in a listing by likes, which has candidates: the most popular
    /// posts and, if these are fewer, the newest ones.
    static let candidateLimit = 500
    /// The usual number of posts on a page.
    private static let usual = 25
    /// The maximum number of posts on a page.
    private static let most = 100
    /// The lengths of the periods to which apps limit the best posts, in seconds.
    private static let periods: [String: TimeInterval] = [
        "hour": 3600, "day": 86_400, "week": 7 * 86_400, "month": 30 * 86_400,
        "year": 365 * 86_400,
    ]
    /// The prefix of the IDs of posts.
    static let prefix = "t3_"

    /// Returns the page that a call asks for, and the post below which the next one starts.
    ///
    /// - Throws: `TimelineError.invalidTag` or `TimelineError.invalidCursor`.
    func page(for call: APICall) async throws -> (posts: [PostView], next: Post.ID?) {
        let selection: PostSelection =
            Self.everyone.contains(name) ? .all : .tagged(try Tag(name))
        let limit = call.parameters.limit(Self.usual, atMost: Self.most)
        let after = try call.parameters["after"].map(Self.id)
        guard order != .new else {
            let page = try await call.newest(selection, before: after, limit: limit)
            return (page.posts, page.next)
        }
        let posts = try await ranked(selection, for: call)
        var rest = posts[...]
        if let after { rest = rest.drop { $0.id != after }.dropFirst() }
        let page = rest.prefix(limit)
        return (Array(page), rest.count > limit ? page.last?.id : nil)
    }

    private static func id(_ text: String) throws(TimelineError) -> Post.ID {
        let digits = text.hasPrefix(prefix) ? text.dropFirst(prefix.count) : text[...]
        guard let id = Post.ID(String(digits)) else { throw .invalidCursor(text) }
        return id
    }

    /// Returns the candidates in the order of the listing.
    private func ranked(
        _ selection: PostSelection,
        for call: APICall
    ) async throws -> [PostView] {
        let period = order == .top ? Self.periods[call.parameters["t"] ?? ""] : nil
        let start = period.map { call.now - $0 } ?? .distantPast
        var posts: [PostView] = []
        if selection == .all {
            posts = try await call.popular(within: period, limit: Self.candidateLimit)
        }
        if posts.count < Self.candidateLimit {
            posts += try await call.newest(selection, before: nil, limit: Self.candidateLimit).posts
        }
        var seen: Set<Post.ID> = []
        posts = posts.filter { $0.createdAt >= start && seen.insert($0.id).inserted }
        switch order {
        case .top, .new:
            posts.sort {
                ($0.likeCount, $0.commentCount, $0.id) > ($1.likeCount, $1.commentCount, $1.id)
            }
        case .hot:
            let scores = posts.map { (score: $0.score(at: call.now), post: $0) }
            posts = scores.sorted { ($0.score, $0.post.id) > ($1.score, $1.post.id) }.map(\.post)
        }
        return Array(posts.prefix(Self.candidateLimit))
    }
}

extension PostView {
    /// Returns the score of the popularity at a time.
    fileprivate func score(at date: Date) -> Double {
        Popularity(
            likes: likeCount,
            comments: commentCount,
            age: date.timeIntervalSince(createdAt)
        )
        .score
    }
}

extension APICall {
    /// Returns the most popular posts that the caller sees.
    fileprivate func popular(within period: TimeInterval?, limit: Int) async throws -> [PostView] {
        let posts: [PopularPost]
        if let session {
            posts = try await session.popularPosts(within: period, limit: limit)
        } else {
            posts = try await guest.publicPopularPosts(within: period, limit: limit)
        }
        return posts.map(\.post)
    }

    /// Returns the newest posts that the caller sees.
    fileprivate func newest(
        _ selection: PostSelection,
        before: Post.ID?,
        limit: Int
    ) async throws -> TimelinePage {
        guard let session else {
            return try await guest.publicPage(of: selection, before: before, limit: limit)
        }
        return try await session.page(of: selection, before: before, limit: limit)
    }
}
