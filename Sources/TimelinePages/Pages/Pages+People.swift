public import TimelineCore

extension Pages {
    /// STUB
    public func followers(of profile: ProfileView, _ users: [User], after: String? = nil) -> HTML { stub("followers") }

    /// STUB
    public func following(of profile: ProfileView, _ users: [User], after: String? = nil) -> HTML { stub("following") }
}
