import TimelineCore

extension Pages {
    /// STUB
    public func fault(_ fault: PageFault) -> HTML { stub("fault") }

    /// STUB
    public func offline() -> HTML { stub("offline") }
}
