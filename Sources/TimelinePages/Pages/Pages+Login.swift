import TimelineCore

extension Pages {
    /// STUB
    public func logIn(values: FormValues = [:], faults: [FormFault] = [], next: String? = nil, sessionEnded: Bool = false) -> HTML { stub("logIn") }

    /// STUB
    public func signUp(values: FormValues = [:], faults: [FormFault] = []) -> HTML { stub("signUp") }
}
