public import TimelineCore

extension Pages {
    /// STUB
    public func popular(_ posts: [PostView]) -> HTML { stub("popular") }

    /// STUB
    public func everyone(_ page: TimelinePage) -> HTML { stub("everyone") }

    /// STUB
    public func near(_ vicinity: Vicinity?, _ page: NearbyPage?) -> HTML { stub("near") }

    /// STUB
    public func tags(_ tags: [TagCount]) -> HTML { stub("tags") }

    /// STUB
    public func tag(_ tag: Tag, _ page: TimelinePage, postCount: Int? = nil) -> HTML { stub("tag") }
}
