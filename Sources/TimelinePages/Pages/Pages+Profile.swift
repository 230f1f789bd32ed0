public import TimelineCore

extension Pages {
    /// STUB
    public func profile(_ page: ProfilePage, isOlder: Bool = false) -> HTML { stub("profile") }
}
