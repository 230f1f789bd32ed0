#if Server
import HTTPTypes
import Hummingbird

/// The answer to a form: the browser gets another page.
struct Redirect {
    /// The path of the page on this server.
    let path: String

    /// Leads to a path that the server made.
    init(to path: String) {
        self.path = path
    }

    /// Leads to a path that a visitor sent, or to `fallback` if it may lead elsewhere.
    ///
    /// Browsers treat a backslash as a slash and drop tabs and line breaks (URL Standard, section
    /// 4.4), so only plain characters are accepted.
    init(toVisited path: String?, or fallback: String) {
        let isLocal = path?.wholeMatch(of: /\/(?![\/\\])[!-~]*/) != nil
        self.path = isLocal ? path ?? fallback : fallback
    }

    /// The response, with cookies to set.
    func response(setting cookies: [HTTPField] = []) -> Response {
        var fields: HTTPFields = [.location: path]
        fields.append(contentsOf: cookies)
        return Response(status: .seeOther, headers: fields)
    }
}
#endif
