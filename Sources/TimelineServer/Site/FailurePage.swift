#if Server
import HTTPTypes
import Hummingbird
import NIOCore

/// The page that reports a failure.
struct FailurePage {
    /// The server.
    let site: Site

    /// Renders the page.
    func response(to failure: Failure, _ request: Request, _ visitor: Visitor) -> Response {
        Response(
            status: failure.status,
            headers: [.contentType: "text/plain; charset=utf-8"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: failure.message))
        )
    }
}
#endif
