import Hummingbird

extension Request {
    /// Whether the client accepts JSON but not HTML, as the script and other programs do.
    var prefersJSON: Bool {
        let accepted = headers[.accept] ?? ""
        return accepted.contains("application/json") && !accepted.contains("text/html")
    }
}
