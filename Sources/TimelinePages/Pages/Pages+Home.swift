public import TimelineCore

extension Pages {
    /// STUB
    public func home(_ page: TimelinePage, comments: [Post.ID: [CommentView]] = [:], position: ReadPosition? = nil, postCount: Int? = nil) -> HTML { stub("home") }
}
