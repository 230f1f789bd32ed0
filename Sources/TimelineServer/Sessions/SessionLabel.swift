import HTTPTypes
import Hummingbird

/// The label of a session in the list of sessions, such as "Firefox on Linux".
struct SessionLabel {
    /// The label, in which an unknown program is called "A browser".
    let text: String

    /// Strings in `User-Agent` that identify browsers, with the names of these browsers.
    ///
    /// The first match is used, because most browsers also mention others for compatibility.
    private static let browsers = [
        ("Edg", "Edge"), ("OPR/", "Opera"), ("Firefox/", "Firefox"), ("Chrome/", "Chrome"),
        ("Safari/", "Safari"), ("curl/", "curl"),
    ]
    private static let systems = [
        ("Android", "Android"), ("iPhone", "iPhone"), ("iPad", "iPad"), ("Windows", "Windows"),
        ("Macintosh", "Mac"), ("Linux", "Linux"),
    ]

    /// Creates a label from the `User-Agent` header field.
    init(_ userAgent: String?) {
        let agent = userAgent ?? ""
        let browser = Self.name(Self.browsers, in: agent) ?? SessionText.browser
        let system = Self.name(Self.systems, in: agent)
        text = system.map { SessionText.label(browser: browser, system: $0) } ?? browser
    }

    private static func name(_ marks: [(String, String)], in agent: String) -> String? {
        marks.first { agent.contains($0.0) }?.1
    }
}
