import Foundation
import HTTPTypes
import Logging
import ServiceLifecycle
import Testing
import TimelineCore
import TimelineTestDoubles
import TimelineTestSupport
import TimelineTesting

@testable import TimelineServer

@Suite("Metrics")
struct MetricsTests {
    /// Returns the samples of a text, after checking that each family has a type and a description.
    private func samples(of text: String) -> [String: Double] {
        var samples: [String: Double] = [:]
        var family = ""
        for line in text.split(separator: "\n") {
            if line.hasPrefix("# HELP ") {
                family = line.split(separator: " ")[2].description
            } else if line.hasPrefix("# TYPE ") {
                #expect(line.split(separator: " ")[2] == family, "\(line)")
            } else {
                let parts = line.split(separator: " ")
                #expect(parts.count == 2 && parts[0].hasPrefix(family), "\(line)")
                #expect(samples[String(parts[0])] == nil, "\(line)")
                samples[String(parts[0])] = Double(parts[1])
            }
        }
        return samples
    }

    private func samples(of site: ServerWorld) -> [String: Double] {
        samples(of: site.server.site.metrics.text(streams: 0, retries: 7))
    }

    @Test("Requests are counted by part of the server and class of status")
    func requests() async throws {
        let site = try ServerWorld()
        try await site.test { client in
            _ = try await client.get("/login")
            _ = try await client.get("/login")
            _ = try await client.get("/nothing/here")
            _ = try await client.get("/api/v1/instance")
            _ = try await client.get("/worker.js")
        }
        let samples = samples(of: site)
        let count = "timeline_http_requests_total"
        #expect(samples["\(count){group=\"pages\",status=\"2xx\"}"] == 2)
        #expect(samples["\(count){group=\"pages\",status=\"4xx\"}"] == 1)
        #expect(samples["\(count){group=\"api\",status=\"2xx\"}"] == 1)
        #expect(samples["\(count){group=\"assets\",status=\"2xx\"}"] == 1)
        let duration = "timeline_http_request_duration_seconds"
        #expect(samples["\(duration)_count{group=\"pages\"}"] == 3)
        #expect(samples["\(duration)_bucket{group=\"pages\",le=\"+Inf\"}"] == 3)
        #expect(samples["\(duration)_sum{group=\"pages\"}"] ?? 0 > 0)
        #expect(samples["timeline_http_requests_in_flight"] == 0)
        #expect(samples["timeline_store_retries_total"] == 7)
        #expect(samples["process_cpu_seconds_total"] ?? 0 > 0)
        #if os(Linux)
        #expect(samples["process_resident_memory_bytes"] ?? 0 > 1_000_000)
        #endif
    }

    @Test("Each class of durations includes the shorter ones")
    func durations() {
        let metrics = ServerMetrics()
        for seconds in [0.001, 0.005, 0.02, 3] {
            metrics.count(.api, status: 200, seconds: seconds)
        }
        let samples = samples(of: metrics.text(streams: 0, retries: 0))
        let bucket = { (bound: String) in
            samples["timeline_http_request_duration_seconds_bucket{group=\"api\",le=\"\(bound)\"}"]
        }
        #expect(["0.005", "0.025", "0.1", "0.5", "2.5", "+Inf"].map(bucket) == [2, 3, 3, 3, 3, 4])
    }

    @Test("What clients send adds no metrics")
    func cardinality() async throws {
        let site = try ServerWorld()
        try await site.test { client in _ = try await client.get("/u0") }
        let before = samples(of: site)
        try await site.test { client in
            for number in 1...50 { _ = try await client.get("/u\(number)?x=\(number)") }
        }
        #expect(Set(samples(of: site).keys) == Set(before.keys))
    }

    @Test(
        "Paths belong to a part of the server",
        arguments: [
            ("/", .pages), ("/@leia", .pages), ("/@leia/sync", .sync), ("/sync", .sync),
            ("/live", .live), ("/api/v1/streaming/user", .live), ("/api/v1/statuses", .api),
            ("/media/0/square320.jpg", .photos), ("/photo/0/square320", .photos),
            ("/healthz", .health), ("/assets/1/style.css", .assets), ("//v1/users/self", .api),
        ] as [(String, RouteGroup)]
    )
    func groups(path: String, group: RouteGroup) { #expect(RouteGroup(path: path) == group) }

    @Test("Errors of the store are counted by their code")
    func storeErrors() async throws {
        let error = StorageError(operation: "Writing /secret", reason: "a broken disk")
        let blobs = ProbingBlobStore(InMemoryBlobStore()) { point in
            if case .putting = point { throw TimelineError.storageFailed(error) }
        }
        let site = try ServerWorld(world: TestWorld(.sqliteInMemory).with(blobs: blobs))
        let app = try await site.app(of: site.world.signUp("leia"))
        try await site.test { client in
            let body = MultipartBody().file("file", "a.jpg", SamplePhotos.jpeg)
            let response = try await client.post("/api/v1/media", app.fields, body)
            #expect(response.status == .internalServerError)
            _ = try await client.get("/nothing/here")
        }
        #expect(samples(of: site)["timeline_store_errors_total{code=\"storage-failed\"}"] == 1)
    }

    @Test("Only addresses of this machine are accepted")
    func addresses() throws {
        #expect(try #require(MetricsAddress("127.0.0.1:9101")).port == 9101)
        #expect(try #require(MetricsAddress("[::1]:0")).host == "::1")
        #expect(try #require(MetricsAddress("localhost:1")).host == "localhost")
        for text in [
            "0.0.0.0:9101", "[::]:9101", "10.0.0.1:9101", ":9101", "127.0.0.1", "9101",
            "127.0.0.1:65536",
        ] {
            #expect(MetricsAddress(text) == nil, "\(text)")
        }
    }

    @Test("Open files are counted, and not only their limit")
    func openFiles() throws {
        let pipes = (0..<50).map { _ in Pipe() }
        var text = MetricsText()
        withExtendedLifetime(pipes) { ProcessMetrics().write(into: &text) }
        let numbers = samples(of: text.content)
        let count = try #require(numbers["process_open_fds"])
        #expect(count >= 100)
        #expect(try count < #require(numbers["process_max_fds"]))
    }

    @Test("Metrics are at a port of their own, and not among the pages")
    func port() async throws {
        let site = try ServerWorld()
        let (ports, source) = AsyncStream.makeStream(of: Int.self)
        let address = try #require(MetricsAddress("127.0.0.1:0"))
        var service = MetricsService(site: site.server.site, address: address)
        service.onListening = { source.yield($0) }
        let group = ServiceGroup(
            configuration: ServiceGroupConfiguration(
                services: [.init(service: service)],
                logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
            )
        )
        async let end: Void = group.run()
        let port = try #require(await ports.first { _ in true })
        let connection = try await RawConnection(port: port)
        let answer = try await connection.get("/metrics", ["Connection: close"])
        #expect(answer.contains("text/plain; version=0.0.4"))
        #expect(answer.contains("timeline_connections 0"))
        await group.triggerGracefulShutdown()
        try await end
        try await site.test { client in
            _ = try await client.get("/metrics").expect(.notFound)
        }
    }
}
