#if Server
import Hummingbird
import TimelineCore

/// The answers that a stream observes: the home timeline and open posts.
struct LiveTopics: Hashable, Sendable {
    /// The newest post of the loaded home timeline; `nil` if the stream does not observe it.
    let newest: Post.ID?
    /// The newest post that the client knows from an earlier stream.
    let lastSeen: Post.ID?
    /// The open posts.
    let posts: [Post.ID]

    /// The maximum number of observed posts.
    static let postLimit = 8

    /// Reads the topics of `/live?since=<post>&post=<post>`; `since` is empty for an empty timeline.
    ///
    /// - Throws: ``RequestFault/malformed`` for text that is not an ID, or too many posts.
    init(_ request: Request) throws(RequestFault) {
        let query = request.uri.queryParameters
        let posts = query[values: "post"].map { Post.ID(String($0)) }
        self.posts = posts.compactMap(\.self)
        guard self.posts.count == posts.count, posts.count <= Self.postLimit else {
            throw .malformed
        }
        let since = query["since"].map(String.init)
        newest = since == "" ? Post.ID(.min) : since.flatMap { Post.ID($0) }
        guard since == nil || newest != nil else { throw .malformed }
        lastSeen = request.headers[named: "Last-Event-ID"].flatMap { Post.ID($0) }
    }
}
#endif
