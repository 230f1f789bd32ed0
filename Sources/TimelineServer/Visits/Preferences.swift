#if Server
import HTTPTypes
import Hummingbird
import TimelinePages

/// The settings of a browser, which cookies keep.
enum Preferences {
    /// The colours of the pages.
    static func theme(of request: Request, _ settings: ServerSettings) -> Theme {
        Cookie.theme(of: settings).value(in: request).flatMap { Theme(rawValue: $0) } ?? .device
    }

    /// Whether keyboard shortcuts work.
    static func hasShortcuts(_ request: Request, _ settings: ServerSettings) -> Bool {
        Cookie.shortcuts(of: settings).value(in: request) != "off"
    }

    /// The cookies that keep both settings.
    static func cookies(
        theme: Theme,
        hasShortcuts: Bool,
        _ settings: ServerSettings
    ) -> [HTTPField] {
        [
            Cookie.theme(of: settings).setting(theme.rawValue),
            Cookie.shortcuts(of: settings).setting(hasShortcuts ? "on" : "off"),
        ]
    }
}
#endif
