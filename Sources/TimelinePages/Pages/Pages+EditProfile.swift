import TimelineCore

extension Pages {
    /// STUB
    public func editProfile(values: FormValues? = nil, faults: [FormFault] = []) -> HTML { stub("editProfile") }
}
