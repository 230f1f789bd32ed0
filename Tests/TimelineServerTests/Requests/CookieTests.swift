import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Testing

@testable import TimelineServer

@Suite("Cookies")
struct CookieTests {
    @Test("Over plain HTTP, the name contains the port, and the cookie is not marked as secure")
    func plain() {
        let field = Cookie.session(of: ServerSettings()).setting("value")
        #expect(field.name == .setCookie)
        #expect(
            field.value == "timeline-8080=value; Path=/; Max-Age=34560000; HttpOnly; SameSite=Lax"
        )
    }

    @Test("Behind a proxy without TLS, servers with different ports share their cookies")
    func proxied() {
        let names = [8081, 8082]
            .map { port in
                var settings = ServerSettings()
                settings.publicURL = URL(string: "http://photos.lan:8080")
                settings.port = port
                return Cookie.session(of: settings).name
            }
        #expect(names == ["timeline-8080", "timeline-8080"])
    }

    @Test("Under TLS, the cookie is bound to the host and never sent unencrypted")
    func encrypted() {
        var settings = ServerSettings()
        settings.tls = TLSFiles(certificate: URL(filePath: "x.pem"), key: URL(filePath: "x.pem"))
        let value = Cookie.session(of: settings).setting("value").value
        #expect(value.hasPrefix("__Host-timeline=value; Path=/;"))
        #expect(value.hasSuffix("; HttpOnly; SameSite=Lax; Secure"))
        #expect(!value.contains("Domain"))
    }

    @Test("Cookies in a request are found by their full names")
    func reading() {
        var fields = HTTPFields()
        fields.append(HTTPField(name: .cookie, value: "atimeline-8080=x; timeline-8080=a=b"))
        fields.append(HTTPField(name: .cookie, value: "timeline-8080=c"))
        let head = HTTPRequest(
            method: .get,
            scheme: "http",
            authority: "localhost",
            path: "/",
            headerFields: fields
        )
        let request = Request(head: head, body: RequestBody(buffer: ByteBuffer()))
        #expect(Cookie.session(of: ServerSettings()).value(in: request) == "a=b")
        #expect(Cookie.forms(of: ServerSettings()).value(in: request) == nil)
    }

    @Test("A cleared cookie expires at once")
    func clearing() {
        let value = Cookie.session(of: ServerSettings()).clearing.value
        #expect(value.hasPrefix("timeline-8080=; Path=/; Max-Age=0;"))
    }
}
