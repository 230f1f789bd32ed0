public import TimelineCore

extension Pages {
    /// STUB
    public func newPost(values: FormValues = [:], faults: [FormFault] = []) -> HTML { stub("newPost") }

    /// STUB
    public func editPost(_ post: PostView, faults: [FormFault] = []) -> HTML { stub("editPost") }
}
