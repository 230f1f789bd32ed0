import TimelineCore

extension OpenStore {
    /// Applies a change to a post on behalf of the logged-in user, and prints the result.
    func change(
        _ post: PostArgument,
        by change: (Post.ID, UserSession) async throws -> PostView
    ) async throws {
        let viewer = try await viewer()
        let id = try await viewer.postID(matching: post.id)
        let post = try await change(id, viewer)
        try output.show(post) { $0.listed(post) }
    }
}
