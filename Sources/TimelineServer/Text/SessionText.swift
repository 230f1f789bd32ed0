/// Texts for the labels of sessions.
enum SessionText {
    static let browser = "A browser"

    static func label(browser: String, system: String) -> String { "\(browser) on \(system)" }
}
