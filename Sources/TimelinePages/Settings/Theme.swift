/// The colours of the pages; the raw values are those of the cookie and the field `theme`.
public enum Theme: String, CaseIterable, Hashable, Sendable {
    /// Light or dark like the device.
    case device
    /// Light.
    case light
    /// Dark.
    case dark
}
