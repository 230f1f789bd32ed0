import Foundation
import HTTPTypes
import Hummingbird
import TimelineCore

/// The part of a list of posts that a call asks for.
struct InstagramRange {
    /// The post below which the list starts, or `nil` for the newest.
    let before: Post.ID?
    /// The post above which all posts are, or `nil`.
    let after: Post.ID?
    /// The maximum number of posts.
    let limit: Int

    /// The usual number of items.
    static let usual = 20
    /// The maximum number of items.
    static let most = 100

    /// Reads the parameters of a call.
    ///
    /// - Throws: `TimelineError.invalidCursor`.
    init(_ parameters: APIParameters) throws(TimelineError) {
        limit = parameters.limit(Self.usual, atMost: Self.most, named: "count")
        var upper: [Post.ID] = []
        var lower: [Post.ID] = []
        for name in ["max_id", "max_tag_id", "max_like_id"] {
            if let text = parameters[name] { upper.append(try Self.id(text)) }
        }
        for name in ["min_id", "min_tag_id"] {
            if let text = parameters[name] { lower.append(try Self.id(text)) }
        }
        if let text = parameters["max_timestamp"] { upper.append(try Self.start(of: text)) }
        if let text = parameters["min_timestamp"] { lower.append(try Self.start(of: text)) }
        (before, after) = (upper.min(), lower.max())
    }

    private static func id(_ text: String) throws(TimelineError) -> Post.ID {
        guard let id = Post.ID(text) else { throw .invalidCursor(text) }
        return id
    }

    /// Returns the first ID of a time in seconds since 1970.
    private static func start(of text: String) throws(TimelineError) -> Post.ID {
        guard let seconds = Double(text), !seconds.isNaN else { throw .invalidCursor(text) }
        // IDs have 48 bits for the milliseconds.
        let milliseconds = min(max(seconds * 1000, 0), 0xFFFF_FFFF_FFFF)
        return Post.ID(PushID(milliseconds: UInt64(milliseconds), bits: (0, 0)))
    }
}

/// The part of a list that follows the one in a response.
struct InstagramNext {
    /// The parameter that asks for it.
    let parameter: StaticString
    /// The member of the response with the value of the parameter.
    let member: StaticString
    /// The value of the parameter, or `nil` at the end of the list.
    let cursor: String?

    /// The posts that follow in a list of posts.
    static func media(_ post: Post.ID?) -> InstagramNext {
        InstagramNext(parameter: "max_id", member: "next_max_id", cursor: post?.description)
    }

    /// The posts that follow in the list of a tag.
    static func tagged(_ post: Post.ID?) -> InstagramNext {
        InstagramNext(parameter: "max_tag_id", member: "next_max_tag_id", cursor: post?.description)
    }

    /// The posts that follow in the list of liked posts.
    static func liked(_ post: Post.ID?) -> InstagramNext {
        InstagramNext(
            parameter: "max_like_id",
            member: "next_max_like_id",
            cursor: post?.description
        )
    }

    /// The users that follow in a list of users.
    static func users(_ username: String?) -> InstagramNext {
        InstagramNext(parameter: "cursor", member: "next_cursor", cursor: username)
    }

    /// A list that ends with the response.
    static let nothing = InstagramNext(parameter: "", member: "", cursor: nil)
}

extension APICall {
    /// Returns the response of the Instagram API with a value.
    func envelope(_ data: (inout JSONWriter) throws -> Void) rethrows -> Response {
        try Response { json in
            json.object("meta") { $0.field("code", HTTPResponse.Status.ok.code) }
            json.name("data")
            try data(&json)
        }
    }

    /// Returns the response of the Instagram API with a part of a list.
    func envelope<Element>(
        _ elements: [Element],
        next: InstagramNext = .nothing,
        _ body: (inout JSONWriter, Element) throws -> Void
    ) rethrows -> Response {
        try Response { json in
            json.object("meta") { $0.field("code", HTTPResponse.Status.ok.code) }
            json.object("pagination") { json in
                guard let cursor = next.cursor else { return }
                json.field(next.member, cursor)
                json.field("next_url", address(of: next.parameter, cursor))
            }
            try json.array("data", of: elements, body)
        }
    }

    /// Returns the address of this list with another cursor, and with the token of this call, which
    /// apps rely on.
    private func address(of parameter: StaticString, _ cursor: String) -> String {
        let cursors = ["max_id=", "max_tag_id=", "max_like_id=", "cursor="]
        let others = (request.uri.query ?? "").split(separator: "&").map(String.init)
            .filter { pair in !cursors.contains { pair.hasPrefix($0) } }
        let query = others + ["\(parameter)=\(cursor)"]
        return "\(base)\(request.uri.path)?\(query.joined(separator: "&"))"
    }
}
