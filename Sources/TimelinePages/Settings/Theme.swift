/// A colour theme for the pages.
///
/// The raw values are stored in the cookie and sent in the `theme` field.
package enum Theme: String, CaseIterable, Hashable, Sendable {
    /// Light or dark, depending on the device.
    case device
    /// Dark text on a light background.
    case light
    /// Light text on a dark background.
    case dark
}
