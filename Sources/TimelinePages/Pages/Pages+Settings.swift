import TimelineCore

extension Pages {
    /// STUB
    public func settings(_ model: SettingsModel, faults: [FormFault] = []) -> HTML { stub("settings") }
}
