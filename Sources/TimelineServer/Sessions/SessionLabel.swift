#if Server
import HTTPTypes
import Hummingbird

/// The name of a browser and its system in the list of sessions, as in "Firefox on Linux".
struct SessionLabel {
    /// The name; "A browser" for an unknown program.
    let text: String

    /// The marks of browsers in `User-Agent`; the first that occurs counts, since most browsers
    /// also name those that they resemble.
    private static let browsers = [
        ("Edg", "Edge"), ("OPR/", "Opera"), ("Firefox/", "Firefox"), ("Chrome/", "Chrome"),
        ("Safari/", "Safari"), ("curl/", "curl"),
    ]
    private static let systems = [
        ("Android", "Android"), ("iPhone", "iPhone"), ("iPad", "iPad"), ("Windows", "Windows"),
        ("Macintosh", "Mac"), ("Linux", "Linux"),
    ]

    /// Reads the field `User-Agent`.
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
#endif
