import HTTPTypes
import Hummingbird
import TimelinePages

/// The settings of a browser, which are stored in cookies.
struct Preferences {
    private let themeCookie: Cookie
    private let shortcutsCookie: Cookie

    /// Creates the preferences that browsers store in the cookies of a server with the given
    /// settings.
    init(of settings: ServerSettings) {
        themeCookie = .theme(of: settings)
        shortcutsCookie = .shortcuts(of: settings)
    }

    /// Returns the colour theme that the browser's cookie selects, or ``Theme/device`` by default.
    func theme(of request: Request) -> Theme {
        themeCookie.value(in: request).flatMap { Theme(rawValue: $0) } ?? .device
    }

    /// Returns whether keyboard shortcuts are turned on, which is the default.
    func hasShortcuts(_ request: Request) -> Bool {
        shortcutsCookie.value(in: request) != "off"
    }

    /// Returns the `Set-Cookie` fields that store both settings.
    func cookies(theme: Theme, hasShortcuts: Bool) -> [HTTPField] {
        [
            themeCookie.setting(theme.rawValue),
            shortcutsCookie.setting(hasShortcuts ? "on" : "off"),
        ]
    }
}
