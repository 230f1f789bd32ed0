import Foundation
import HTTPTypes
import Hummingbird
import Logging
import TimelineCore

/// Logs each request in one line, without its query, cookies and body, which may contain secrets.
struct LogMiddleware: RouterMiddleware {
    func handle(
        _ request: Request,
        context: ServerContext,
        next: @concurrent (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        let clock = ContinuousClock()
        let start = clock.now
        let response = try await next(request, context)
        let time = start.duration(to: clock.now)
        context.logger.notice(
            "request",
            metadata: [
                "method": .string(request.method.rawValue),
                "path": .string(request.printablePath),
                "status": .stringConvertible(response.status.code),
                "bytes": .stringConvertible(response.body.contentLength ?? 0),
                "ms": .stringConvertible((10 * (time / .milliseconds(1))).rounded() / 10),
                "address": .string(context.address ?? "-"),
            ]
        )
        return response
    }
}

extension Request {
    /// The maximum number of characters in a logged path.
    private static let pathLimit = 200

    /// The path without characters that could forge another log line.
    var printablePath: String {
        let path = uri.path
        // Most paths need no changes.
        if path.utf8.count <= Self.pathLimit, path.utf8.allSatisfy({ 0x21...0x7E ~= $0 }) {
            return path
        }
        let scalars = path.unicodeScalars.prefix(Self.pathLimit)
            .map { ("!"..."~").contains($0) ? $0 : "?" }
        return String(String.UnicodeScalarView(scalars))
    }
}

/// A log handler that writes one line for each problem to standard error, and nothing else.
struct ProblemLog: LogHandler {
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.warning

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        // Nobody reads the log if standard error is closed.
        _ = DurableFile.write(Data(Self.line(event, at: .now).utf8), to: STDERR_FILENO)
    }

    /// Returns the time, the message and its details on one line.
    static func line(_ event: LogEvent, at date: Date) -> String {
        let details = (event.metadata ?? [:]).map { "\($0)=\($1)" }.sorted()
        let text = (["\(event.message)"] + details).joined(separator: " ")
        let words = text.split { $0.isNewline || $0.isWhitespace }.joined(separator: " ")
        return "\(date.formatted(.iso8601)) \(words)\n"
    }
}
