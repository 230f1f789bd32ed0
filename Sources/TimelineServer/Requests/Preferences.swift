#if Server
import HTTPTypes
import Hummingbird
import TimelinePages

/// The settings of a browser, which cookies keep.
struct Preferences {
    private let themeCookie: Cookie
    private let shortcutsCookie: Cookie

    /// The settings of the browsers of a server.
    init(of settings: ServerSettings) {
        themeCookie = .theme(of: settings)
        shortcutsCookie = .shortcuts(of: settings)
    }

    /// The colours of the pages.
    func theme(of request: Request) -> Theme {
        themeCookie.value(in: request).flatMap { Theme(rawValue: $0) } ?? .device
    }

    /// Whether keyboard shortcuts work.
    func hasShortcuts(_ request: Request) -> Bool {
        shortcutsCookie.value(in: request) != "off"
    }

    /// The cookies that keep both settings.
    func cookies(theme: Theme, hasShortcuts: Bool) -> [HTTPField] {
        [
            themeCookie.setting(theme.rawValue),
            shortcutsCookie.setting(hasShortcuts ? "on" : "off"),
        ]
    }
}
#endif
