#if Server
import Hummingbird

extension Request {
    /// Whether the client asks for JSON, as the script and programs do, rather than for a page.
    var prefersJSON: Bool {
        let accepted = headers[.accept] ?? ""
        return accepted.contains("application/json") && !accepted.contains("text/html")
    }
}
#endif
