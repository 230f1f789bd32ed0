public import TimelineCore

extension Pages {
    /// STUB
    public func search(_ text: String, _ page: SearchPage?) -> HTML { stub("search") }
}
