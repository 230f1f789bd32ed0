import Foundation
import S3TestSupport
import Testing
import TimelineCore

@testable import TimelineS3

@Suite("Servers that fail, or are not S3")
struct HostileServerTests {
    /// The pauses before requests are repeated, which tests do not wait for.
    private final class Pauses: Sendable {
        private let state = Lock<[Double]>([])
        var all: [Double] { state.withLock { $0 } }
        func append(_ pause: Double) { state.withLock { $0.append(pause) } }
    }

    private let server: FakeS3
    private let place: S3TestPlace
    private let pauses = Pauses()

    init() throws {
        server = try FakeS3()
        place = try S3TestPlace(on: server)
    }

    /// Limits for a busy machine, on which a connection may take a while, and four requests minutes.
    private static let patient = S3Times(
        connecting: 60_000,
        request: 300_000,
        patience: 300,
        repeating: .seconds(3600)
    )

    private func store() throws -> S3BlobStore {
        S3BlobStore(
            place.address,
            place.settings.host,
            try S3Client(place.settings, times: Self.patient) { [pauses] pause in
                pauses.append(pause)
            },
            LeaseHolder(place.leases)
        )
    }

    private static let id = BlobID(of: Data([1]))

    @Test func faultsThatPassAreRepeated() throws {
        let store = try store()
        server.answer([.status(503, code: "SlowDown"), .disconnect, .status(500, code: "x")])
        #expect(try store.put(Data([1])) == Self.id)
        #expect(server.requests.count == 4)
        #expect(pauses.all.count == 3)
        #expect(zip(pauses.all, [0.2, 0.8, 3.2]).allSatisfy { 0...$1 ~= $0 })
        server.answer([.status(429, code: "TooManyRequests")])
        #expect(try store.data(for: Self.id) == Data([1]))
    }

    @Test func theBucketIsNotCheckedAgainWithinAMinute() throws {
        let store = try store()
        try store.checkAgain()
        let count = server.requests.count
        #expect(count > 0)
        for _ in 0..<10 { try store.checkAgain() }
        #expect(server.requests.count == count)
        let other = try S3BlobStore(
            S3Address("s3://no-such-bucket/x"),
            settings: place.settings,
            leases: InMemoryBlobLeases()
        )
        for _ in 0..<2 { #expect(throws: TimelineError.self) { try other.checkAgain() } }
    }

    @Test func anAnswerThatIsLostHasNoEffect() throws {
        // The object exists when the request is repeated.
        let store = try store()
        server.replace(store.keys.main(Self.id), with: Data([1]))
        server.answer([.disconnect])
        try store.put(Data([1]))
        #expect(try store.isWhole(Self.id))
    }

    @Test(arguments: [
        (500, "InternalError", "has a fault", 4), (503, "SlowDown", "too many requests", 4),
        (403, "AccessDenied", "does not permit", 1),
        (403, "SignatureDoesNotMatch", "does not accept the keys", 1),
        (403, "RequestTimeTooSkewed", "clocks", 1), (301, "PermanentRedirect", "AWS_REGION", 1),
        (400, "AuthorizationHeaderMalformed", "AWS_REGION", 1), (507, "StorageFull", "no space", 1),
        (418, "Teapot", "refused it (418 Teapot)", 1), (404, "NoSuchBucket", "no such bucket", 1),
        (404, "", "refused it (404)", 1),
    ])
    func faultsThatStay(status: Int, code: String, text: String, attempts: Int) throws {
        let store = try store()
        server.answer(Array(repeating: .status(status, code: code), count: attempts))
        let error = #expect(throws: TimelineError.self) { try store.data(for: Self.id) }
        let message = error.map { "\($0)" } ?? ""
        #expect(message.contains(text), "\(message)")
        #expect(message.contains(place.settings.host), "\(message)")
        #expect(message.contains("\(place.address)"), "\(message)")
        #expect(!message.contains(place.settings.credentials.secret))
        #expect(server.requests.count == attempts)
        if case .storageFailed(let failure)? = error {
            #expect(failure.isDiskFull == (status == 507))
        }
    }

    /// An answer that a server of S3 never gives.
    enum Answer: String, CaseIterable {
        case nothing, noHTTP, redirect, huge, negative, cut, noXML, endlessHeader, hugeError,
            controls

        var text: String {
            switch self {
            case .nothing: ""
            case .noHTTP: "SSH-2.0-x\r\n\r\n"
            case .redirect:
                "HTTP/1.1 301 x\r\nlocation: http://127.0.0.1:1/\r\ncontent-length: 0\r\n\r\n"
            case .huge: "HTTP/1.1 200 x\r\ncontent-length: 99999999999\r\n\r\nx"
            case .negative: "HTTP/1.1 200 x\r\ncontent-length: -1\r\n\r\nx"
            case .cut: "HTTP/1.1 200 x\r\ncontent-length: 10\r\n\r\nx"
            case .noXML: "HTTP/1.1 200 x\r\n\r\n" + String(repeating: "x", count: 100)
            case .endlessHeader:
                "HTTP/1.1 200 x\r\n" + String(repeating: "a: b\r\n", count: 20_000)
            case .hugeError: "HTTP/1.1 500 x\r\n\r\n" + String(repeating: "x", count: 100_000)
            case .controls: "HTTP/1.1 302 x\r\n\r\n<Error><Code>\u{1B}[31m</Code></Error>"
            }
        }
    }

    @Test(arguments: Answer.allCases)
    func answersThatAreNotS3(answer: Answer) throws {
        let store = try store()
        let calls: [() throws -> Any?] = [
            { try store.data(for: Self.id) }, { try store.page(after: nil, limit: 10) },
            { try store.removeOrphaned([Self.id], retaining: false) { _ in [] } },
        ]
        for call in calls {
            // The removal restores what it may have set aside, in a few more requests.
            server.answer(Array(repeating: .raw(answer.text), count: 24))
            let error = #expect(throws: TimelineError.self) { try call() }
            let message = error.map { "\($0)" } ?? ""
            #expect(
                message.contains(place.settings.host) || message.contains("changed"),
                "\(message)"
            )
            #expect(!message.contains("\u{1B}"))
            server.forgetAnswers()
        }
    }

    @Test func aCopyThatFailsAfterItsStatus() throws {
        let store = try store()
        try store.put(Data([1]))
        let failure = "<Error><Code>InternalError</Code></Error>"
        server.answer([.raw("HTTP/1.1 200 x\r\ncontent-length: \(failure.count)\r\n\r\n\(failure)")]
        )
        #expect(throws: TimelineError.self) {
            try store.removeOrphaned([Self.id], retaining: false) { _ in [] }
        }
        #expect(try store.contains(Self.id))
    }

    @Test func aServerThatDoesNotAnswer() throws {
        let silent = try SilentServer()
        let variables = S3TestPlace.variables(for: silent.url)
        let settings = try S3Settings(environment: variables)
        var times = S3Times()
        (times.request, times.attempts) = (200, 2)
        let client = try S3Client(settings, times: times) { _ in }
        let start = ContinuousClock.now
        #expect(throws: S3Fault.timedOut) {
            _ = try S3Bucket("photos", client: client).properties(of: "x")
        }
        #expect(start.duration(to: .now) < .seconds(20))
    }

    @Test func noServerAtAll() throws {
        let port = try FakeS3().url
        let store = try S3BlobStore(
            place.address,
            place.settings.host,
            S3Client(S3Settings(environment: S3TestPlace.variables(for: port))) { _ in },
            LeaseHolder(place.leases)
        )
        let error = #expect(throws: TimelineError.self) { try store.check() }
        #expect(error.map { "\($0)".contains("cannot be reached") } == true)
    }

    @Test func aLibraryThatIsMissingOrTooOld() throws {
        #expect(S3Library(names: ["libdoes-not-exist.so.4"]) == nil)
        #expect(throws: S3Fault.libraryMissing) { try S3Client(place.settings, library: nil) }
        #expect(S3Fault.libraryUnsuitable.reason(host: "x").contains("7.87"))
    }

    @Test func theSessionTokenIsSigned() throws {
        var variables = S3TestPlace.variables(for: server.url)
        variables["AWS_SESSION_TOKEN"] = "the-token"
        let store = try S3BlobStore(
            place.address,
            settings: S3Settings(environment: variables),
            leases: place.leases
        )
        try store.put(Data([1]))
        let fields = try #require(server.requests.first?.fields)
        #expect(fields["x-amz-security-token"] == "the-token")
        let authorization = try #require(fields["authorization"])
        for name in ["x-amz-security-token", "x-amz-checksum-sha256", "x-amz-content-sha256"] {
            #expect(authorization.contains(name))
        }
        #expect(fields["x-amz-content-sha256"] == Self.id.description)
        #expect(fields["if-none-match"] == "*")
        #expect(!server.requests.contains { "\($0)".contains("the-secret-of-tests") })
    }

    @Test func connectionsAreReused() throws {
        let client = try S3Client(place.settings)
        let bucket = S3Bucket(FakeS3.bucket, client: client)
        let before = server.connectionCount
        for _ in 1...20 { #expect(try bucket.properties(of: "x") == nil) }
        #expect(server.connectionCount == before + 1)
        _ = try concurrently(Array(1...100), width: S3Limits.width) { _ in
            try bucket.properties(of: "x")
        }
        #expect(server.connectionCount <= before + S3Limits.width)
    }
}
