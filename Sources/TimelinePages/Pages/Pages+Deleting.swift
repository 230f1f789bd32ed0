public import TimelineCore

extension Pages {
    /// STUB
    public func deletePost(_ post: PostView) -> HTML { stub("deletePost") }

    /// STUB
    public func deleteComment(_ comment: CommentView) -> HTML { stub("deleteComment") }

    /// STUB
    public func deleteAccount(_ model: AccountSummary, faults: [FormFault] = []) -> HTML { stub("deleteAccount") }
}
