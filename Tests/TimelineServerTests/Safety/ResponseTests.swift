import Foundation
import HTTPTypes
import Logging
import NIOCore
import Testing
import TimelineCore
import TimelineTestDoubles
import TimelineTestSupport
import TimelineTesting

@testable import TimelineServer

@Suite("Safe by default: responses and the log")
struct ResponseTests {
    @Test("Every page and error restricts the browser to this server")
    func headers() async throws {
        let site = try ServerWorld()
        let leia = try await site.world.signUp("leia")
        try await site.test { client in
            for path in ["/", "/login", "/nowhere", "/@nobody", "/worker.js", "/photo/x/y"] {
                let fields = try await client.get(path, site.cookie(of: leia)).headers
                #expect(
                    fields[.contentSecurityPolicy] == """
                        default-src 'none'; img-src 'self' data: blob:; style-src 'self'; script-src 'self'; \
                        font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; \
                        form-action 'self'; base-uri 'none'; frame-ancestors 'none'
                        """
                )
                #expect(fields[.xContentTypeOptions] == "nosniff")
                #expect(fields[named: "X-Frame-Options"] == "DENY")
                #expect(fields[named: "Referrer-Policy"] == "same-origin")
                #expect(fields[named: "Cross-Origin-Opener-Policy"] == "same-origin")
                #expect(fields[.crossOriginResourcePolicy] == "same-origin")
                #expect(fields[.cacheControl] != nil)
                #expect(fields[.server] == nil)
            }
        }
    }

    @Test("Each request is logged in one line, without queries, tokens or line breaks")
    func log() async throws {
        let lines = LogLines()
        let site = try ServerWorld(logger: Logger(label: "test") { _ in lines })
        let leia = try await site.world.signUp("leia")
        try await site.test { client in
            _ = try await client.get("/search?q=secret", site.cookie(of: leia))
            _ = try await client.post(
                "/login",
                site.formFields(of: leia),
                "email=secret@example.org&password=secret"
            )
            _ = try await client.get("/%0Aforged\u{1}line")
        }
        #expect(lines.texts.count == 3)
        let text = lines.texts.joined(separator: " ")
        #expect(!text.contains("secret"))
        #expect(!text.contains(leia.token.text))
        #expect(!text.contains("\n") && !text.contains("\u{1}"))
        #expect(lines.texts.first?.contains("path=/search") == true)
        for line in lines.texts {
            let names = line.split(separator: " ").dropFirst().map { $0.prefix { $0 != "=" } }
            #expect(
                Set(names) == [
                    "address", "bytes", "method", "ms", "path", "status",
                ]
            )
        }
    }

    @Test("A problem is one line, with the time and without line breaks")
    func problem() {
        let event = LogEvent(
            level: .error,
            message: "GET / failed:\n\u{2028}a disk",
            metadata: ["b": "2", "a": "1"],
            source: "",
            file: "",
            function: "",
            line: 1
        )
        let line = ProblemLog.line(event, at: Date(timeIntervalSince1970: 1_795_000_000))
        #expect(line == "2026-11-18T11:06:40Z GET / failed: a disk a=1 b=2\n")
        #expect(ProblemLog().logLevel > .notice)
    }

    @Test("The response to a failure of the server reveals no details")
    func failure() async throws {
        let lines = LogLines()
        let site = try ServerWorld(logger: Logger(label: "test") { _ in lines })
        let leia = try await site.world.signUp("leia")
        let post = try await site.world.post(by: leia.user.id)
        let blob = post.photos[0].blob
        let fault = TimelineError.storageFailed(
            StorageError(operation: "Reading /secret/path", reason: "a broken disk")
        )
        let broken = try site.world.with(
            blobs: ProbingBlobStore(InMemoryBlobStore()) { _ in throw fault }
        )
        let server = try ServerWorld(world: broken)
        try await server.test { client in
            let response = try await client.get("/photo/\(blob)/copy", server.cookie(of: leia))
            #expect(response.status == .internalServerError)
            #expect(!String(buffer: response.body).contains("secret"))
            #expect(!String(buffer: response.body).contains("broken disk"))
        }
    }
}

/// A log handler that collects the logged lines.
final class LogLines: LogHandler, Sendable {
    private let lines = Lock<[String]>([])

    var texts: [String] { lines.withLock { $0 } }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { nil }
        set {}
    }
    var metadata: Logger.Metadata {
        get { [:] }
        set {}
    }
    var logLevel: Logger.Level {
        get { .notice }
        set {}
    }

    func log(event: LogEvent) {
        let fields = (event.metadata ?? [:]).map { "\($0)=\($1)" }.sorted()
        lines.withLock { $0.append("\(event.message) \(fields.joined(separator: " "))") }
    }
}
