import HTTPTypes
import Hummingbird

/// A redirect to a page on this server, such as the response to a form.
struct Redirect {
    /// The path of the page.
    let path: String

    /// Creates a redirect to a path that the server has chosen.
    init(to path: String) {
        self.path = path
    }

    /// Creates a redirect to a path that a visitor sent, or to `fallback` if that path could point
    /// to another site.
    ///
    /// Browsers treat a backslash as a slash, and remove tabs and line breaks (URL Standard,
    /// section 4.4). The path may therefore contain only printable ASCII characters, and its second
    /// character must not be a slash or a backslash.
    init(toVisited path: String?, or fallback: String) {
        let isLocal = path?.wholeMatch(of: /\/(?![\/\\])[!-~]*/) != nil
        self.path = isLocal ? path ?? fallback : fallback
    }

    /// Returns the response, which also sets the given cookies.
    func response(setting cookies: [HTTPField] = []) -> Response {
        var fields: HTTPFields = [.location: path]
        fields.append(contentsOf: cookies)
        return Response(status: .seeOther, headers: fields)
    }

    /// Returns the response that ends the browser's session.
    func response(ending session: Cookie) -> Response {
        var response = response(setting: [session.clearing])
        // Without this, the browser could still show cached pages of the session.
        response.headers[named: "Clear-Site-Data"] = "\"cache\""
        return response
    }
}
