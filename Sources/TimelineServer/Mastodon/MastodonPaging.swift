import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import TimelineCore

/// The part of a list that a call asks for.
struct MastodonPage {
    /// The item below which the page starts, or `nil` for the newest.
    let max: String?
    /// The item above which the page ends, with the items directly above it, or `nil`.
    let min: String?
    /// The item above which all items are, newest first, or `nil`.
    let since: String?
    /// The maximum number of items.
    let limit: Int

    /// Reads the parameters of a call.
    init(_ call: APICall, usual: Int = 20, most: Int = 40) {
        max = call.parameters["max_id"]
        min = call.parameters["min_id"]
        since = call.parameters["since_id"]
        limit = call.parameters.limit(usual, atMost: most)
    }

    /// Returns the page of a feed.
    ///
    /// - Parameters:
    ///   - below: Returns the page before a post and after another one.
    ///   - above: Returns the posts directly above a post.
    /// - Returns: The page.
    /// - Throws: `TimelineError.invalidCursor`, or any error thrown by a closure.
    func posts(
        below: (_ before: Post.ID?, _ after: Post.ID?) async throws -> TimelinePage,
        above: (_ post: Post.ID) async throws -> TimelinePage
    ) async throws -> TimelinePage {
        let (max, since) = (try max.map(Self.id), try since.map(Self.id))
        guard let min else { return try await below(max, since) }
        var page = try await above(try Self.id(min))
        if let max { page.items.removeAll { $0.id >= max } }
        return page
    }

    /// Returns the page of posts in the order in which the user has marked them.
    ///
    /// - Parameter list: Returns the posts between two posts of the list.
    /// - Returns: The page.
    /// - Throws: `TimelineError.invalidCursor`, or any error thrown by `list`.
    func marked(
        _ list: (
            _ upper: Post.ID?, _ lower: Post.ID?, _ isUpward: Bool, _ limit: Int
        ) async throws -> TimelinePage
    ) async throws -> TimelinePage {
        try await list(max.map(Self.id), (min ?? since).map(Self.id), min != nil, limit)
    }

    /// Returns the bounds of the page.
    ///
    /// - Throws: `TimelineError.invalidCursor`.
    func bounds() throws -> PostRange {
        PostRange(
            before: try max.map(Self.id) ?? Post.ID(.max),
            after: try (min ?? since).map(Self.id),
            limit: limit
        )
    }

    static func id(_ text: String) throws(TimelineError) -> Post.ID {
        guard let id = Post.ID(text) else { throw .invalidCursor(text) }
        return id
    }
}

extension APICall {
    /// Returns the field with the addresses of the next and the previous page.
    ///
    /// - Parameters:
    ///   - next: The cursor of the next page, or `nil` on the last one.
    ///   - previous: The cursor of the first item, or `nil` on an empty page.
    /// - Returns: The field, or none if there are no other pages.
    func links(next: String?, previous: String?) -> HTTPFields {
        let others = (request.uri.query ?? "").split(separator: "&")
            .filter { pair in
                !["max_id=", "min_id=", "since_id="].contains { pair.hasPrefix($0) }
            }
        let address = { (name: String, cursor: String) in
            let query = (others.map(String.init) + ["\(name)=\(cursor)"]).joined(separator: "&")
            return "\(base)\(request.uri.path)?\(query)"
        }
        let links = [
            next.map { "<\(address("max_id", $0))>; rel=\"next\"" },
            previous.map { "<\(address("min_id", $0))>; rel=\"prev\"" },
        ]
        .compactMap(\.self)
        var fields = HTTPFields()
        fields[named: "Link"] = links.isEmpty ? nil : links.joined(separator: ", ")
        return fields
    }

    /// Returns the links of a page of posts.
    func links(of page: TimelinePage) -> HTTPFields {
        links(
            next: page.next?.description,
            previous: page.posts.first?.id.description
        )
    }
}
