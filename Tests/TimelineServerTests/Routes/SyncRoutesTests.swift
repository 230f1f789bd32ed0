#if Server
import Foundation
import HTTPTypes
import NIOCore
import Testing
import TimelineCore
import TimelineTestSupport
import TimelineTesting

@testable import TimelineServer

@Suite("Sessions of devices over HTTP")
struct SyncRoutesTests {
    /// A recorder of the requests that have arrived.
    private final class Requests: Sendable {
        private let requests = Lock<[SyncAnswering.Request]>([])

        var all: [SyncAnswering.Request] { requests.withLock { $0 } }

        func add(_ request: SyncAnswering.Request) { requests.withLock { $0.append(request) } }
    }

    private let requests = Requests()
    private let site: ServerWorld

    init() throws {
        let requests = requests
        site = try ServerWorld(
            syncing: SyncAnswering { session in
                session == nil ? 100 : 1000
            } answer: { request in
                requests.add(request)
                switch request.session {
                case "gone": throw SyncAnswering.Refusal.unknownSession
                case "bad": throw SyncAnswering.Refusal.malformed
                case "busy": throw SyncAnswering.Refusal.busy
                case "several": throw SyncAnswering.Refusal.severalUsers
                case "nobody": throw SyncAnswering.Refusal.unknownUser
                default:
                    return SyncAnswering.Answer(
                        session: request.body.isEmpty ? nil : "ab",
                        body: request.body.reversed()
                    )
                }
            }
        )
    }

    @Test("A body is answered with a body, without a cookie or a form's token")
    func answers() async throws {
        try await site.test { client in
            let response = try await client.post("/sync", [:], "abc")
            #expect(response.status == .ok)
            #expect(String(buffer: response.body) == "cba")
            #expect(response.headers[named: "Timeline-Session"] == "ab")
            #expect(response.headers[.cacheControl] == "no-store")
            #expect(response.headers[.contentType] == "application/octet-stream")
            #expect(response.headers[.setCookie] == nil)
            var fields = HTTPFields()
            fields[named: "Timeline-Session"] = "ab"
            let last = try await client.post("/@leia/sync", fields, "")
            #expect(last.headers[named: "Timeline-Session"] == nil)
            let all = requests.all
            #expect(all.map(\.session) == [nil, "ab"])
            #expect(all.map(\.username) == [nil, "leia"])
            #expect(all.map(\.body) == [Array("abc".utf8), []])
        }
    }

    @Test("Each refusal has a status")
    func refusals() async throws {
        let statuses: [(String, HTTPResponse.Status)] = [
            ("gone", .gone), ("bad", .badRequest), ("busy", .serviceUnavailable),
            ("several", .multipleChoices), ("nobody", .notFound),
        ]
        try await site.test { client in
            for (session, status) in statuses {
                var fields = HTTPFields()
                fields[named: "Timeline-Session"] = session
                let response = try await client.post("/sync", fields, "abc")
                #expect(response.status == status)
            }
        }
    }

    @Test("A body of unknown length or beyond the limit is not read")
    func limits() async throws {
        try await site.test { client in
            let long = String(repeating: "x", count: 101)
            #expect(try await client.post("/sync", [:], long).status == .contentTooLarge)
            var fields = HTTPFields()
            fields[named: "Timeline-Session"] = "ab"
            #expect(try await client.post("/sync", fields, long).status == .ok)
            let head = HTTPRequest(
                method: .post,
                scheme: "http",
                authority: "localhost",
                path: "/sync"
            )
            let response = try await client.respond(to: head, ByteBuffer(string: "abc"))
            #expect(response.status == .lengthRequired)
            #expect(requests.all.count == 1)
        }
    }

    @Test("A page of another site cannot send requests")
    func otherSite() async throws {
        try await site.test { client in
            let fields: HTTPFields = [.origin: "http://evil.example"]
            let response = try await client.post("/sync", fields, "abc")
            #expect(response.status == .forbidden)
            #expect(requests.all.isEmpty)
        }
    }

    @Test("Silent devices are looked for as long as the server runs", .timeLimit(.minutes(20)))
    func silence() async throws {
        let steps = Lock<[String]>([])
        let (running, start) = AsyncStream.makeStream(of: Void.self)
        let site = try ServerWorld(
            syncing: SyncAnswering { _ in
                100
            } answer: { _ in
                throw SyncAnswering.Refusal.unknownSession
            } endSilent: {
                steps.withLock { $0.append("started") }
                start.yield()
                for await _ in AsyncStream<Void>.makeStream().stream {}
                steps.withLock { $0.append("cancelled") }
            }
        ) { $0.port = 0 }
        try await ServerWorld.listening(site.server) { _ in
            _ = await running.first { _ in true }
            #expect(steps.withLock { $0 } == ["started"])
        }
        #expect(steps.withLock { $0 } == ["started", "cancelled"])
    }

    @Test("A server without sync has no such route")
    func without() async throws {
        let site = try ServerWorld()
        try await site.test { client in
            let response = try await client.post("/sync", [:], "abc")
            #expect(response.status == .notFound)
        }
    }
}
#endif
