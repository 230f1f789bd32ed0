public import TimelineCore

extension Pages {
    /// STUB
    public func post(_ page: PostPage, likers: [User] = [], faults: [FormFault] = [], values: FormValues = [:]) -> HTML { stub("post") }

    /// STUB
    public func likes(of post: PostView, by users: [User], next: Destination? = nil) -> HTML { stub("likes") }
}
