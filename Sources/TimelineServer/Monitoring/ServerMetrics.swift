import Synchronization
import TimelineCore

/// A part of the server whose requests are counted together.
///
/// There are only a few, and none contains anything that a client sends, so the number of metrics is
/// fixed.
enum RouteGroup: String, CaseIterable, Sendable {
    /// Pages and their forms.
    case pages
    /// Calls of apps.
    case api
    /// Photos and their renditions.
    case photos
    /// The style sheet, the script, icons and fonts.
    case assets
    /// Streams of live updates, whose durations end when the stream begins.
    case live
    /// Devices that sync.
    case sync
    /// Health and readiness.
    case health

    /// Returns the group of a path.
    init(path: String) {
        let parts = path.split(separator: "/")
        switch parts.first {
        case "healthz", "readyz": self = .health
        case "photo", "original", "media": self = .photos
        case "assets", "worker.js", "manifest.webmanifest": self = .assets
        case "live": self = .live
        case "api" where parts.dropFirst(2).first == "streaming": self = .live
        case "sync": self = .sync
        case let first? where first.hasPrefix("@") && parts.dropFirst() == ["sync"]: self = .sync
        default: self = ClientAPI(path: path) == nil ? .pages : .api
        }
    }
}

/// The numbers about a server that its owner can watch.
final class ServerMetrics: Sendable {
    /// The upper bounds of the classes of durations, in seconds.
    static let bounds = [0.005, 0.025, 0.1, 0.5, 2.5]

    private struct Requests {
        /// The numbers of responses, by the first digit of their status.
        var statuses: [Int: Int] = [:]
        /// The numbers of durations in each class; those above the last bound are only in the count.
        var classes = Array(repeating: 0, count: ServerMetrics.bounds.count)
        var count = 0
        var seconds = 0.0
    }

    private struct State {
        var requests: [RouteGroup: Requests] = [:]
        var storeErrors: [String: Int] = [:]
    }

    private let state = Lock(State())
    private let inFlight = Atomic(0)
    private let connections = Atomic(0)
    private let process = ProcessMetrics()

    /// Notes that the response to a request is being prepared.
    func beginRequest() { inFlight.add(1, ordering: .relaxed) }

    /// Notes that the response to a request is ready, or that there is none.
    func endRequest() { inFlight.subtract(1, ordering: .relaxed) }

    /// Counts the response to a request, and the time until its body begins.
    func count(_ group: RouteGroup, status: Int, seconds: Double) {
        state.withLock { state in
            var requests = state.requests[group] ?? Requests()
            requests.statuses[status / 100, default: 0] += 1
            requests.count += 1
            requests.seconds += seconds
            if let index = Self.bounds.firstIndex(where: { seconds <= $0 }) {
                requests.classes[index] += 1
            }
            state.requests[group] = requests
        }
    }

    /// Counts an error of the store.
    ///
    /// - Parameter code: The code of a `TimelineError`.
    func countStoreError(_ code: String) {
        state.withLock { $0.storeErrors[code, default: 0] += 1 }
    }

    /// Adds a number to that of open connections.
    func addConnections(_ number: Int) { connections.add(number, ordering: .relaxed) }

    /// Returns all numbers in Prometheus's text format, version 0.0.4.
    ///
    /// - Parameters:
    ///   - streams: The number of open streams of live updates.
    ///   - retries: The number of transactions of the store that were repeated.
    /// - Returns: The text.
    func text(streams: Int, retries: Int) -> String {
        var text = MetricsText()
        let state = state.withLock(\.self)
        write(state.requests, into: &text)
        text.gauge("timeline_http_requests_in_flight", inFlight.load(ordering: .relaxed))
        text.gauge("timeline_connections", connections.load(ordering: .relaxed))
        text.gauge("timeline_live_streams", streams)
        text.family("timeline_store_errors_total", .counter)
        for (code, number) in state.storeErrors.sorted(by: { $0.key < $1.key }) {
            text.sample("timeline_store_errors_total", Double(number), [("code", code)])
        }
        text.counter("timeline_store_retries_total", Double(retries))
        process.write(into: &text)
        return text.content
    }

    private func write(_ requests: [RouteGroup: Requests], into text: inout MetricsText) {
        let count = "timeline_http_requests_total"
        text.family(count, .counter)
        for group in RouteGroup.allCases {
            for (status, number) in (requests[group]?.statuses ?? [:]).sorted(by: <) {
                text.sample(
                    count,
                    Double(number),
                    [("group", group.rawValue), ("status", "\(status)xx")]
                )
            }
        }
        let duration = "timeline_http_request_duration_seconds"
        text.family(duration, .histogram)
        for group in RouteGroup.allCases {
            guard let requests = requests[group] else { continue }
            let labels = [("group", group.rawValue)]
            var sum = 0
            for (bound, number) in zip(Self.bounds, requests.classes) {
                sum += number
                text.sample("\(duration)_bucket", Double(sum), labels + [("le", "\(bound)")])
            }
            let total = Double(requests.count)
            text.sample("\(duration)_bucket", total, labels + [("le", "+Inf")])
            text.sample("\(duration)_sum", requests.seconds, labels)
            text.sample("\(duration)_count", total, labels)
        }
    }
}

private func < (left: (key: Int, value: Int), right: (key: Int, value: Int)) -> Bool {
    left.key < right.key
}
