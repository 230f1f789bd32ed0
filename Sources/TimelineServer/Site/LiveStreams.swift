import Foundation
import NIOCore
import TimelineCore

/// The open streams of live updates.
///
/// Each session may have only a few, because a browser shares one stream between its tabs.
final class LiveStreams: Sendable {
    /// The maximum number of streams of a session.
    ///
    /// If it is exceeded, the oldest stream ends.
    static let limit = 4

    /// The entry of an open stream, which can end the stream.
    final class Place: Sendable {
        private struct State {
            var end: (@Sendable () -> Void)?
            var hasEnded = false
        }

        private let state = Lock(State())

        /// Sets the action that ends the stream.
        ///
        /// If the stream has already been told to end, the action runs immediately.
        func onEnd(_ action: @escaping @Sendable () -> Void) {
            let hasEnded = state.withLock { state in
                state.end = action
                return state.hasEnded
            }
            if hasEnded { action() }
        }

        /// Ends the stream.
        func finish() {
            let end = state.withLock { state in
                state.hasEnded = true
                return state.end
            }
            end?()
        }
    }

    private let places = Lock<[Session.ID: [Place]]>([:])

    /// Runs a stream for a session.
    ///
    /// If the session now has too many streams, its oldest one ends.
    func run<Result>(
        of session: Session.ID,
        _ stream: @concurrent (Place) async throws -> Result
    ) async rethrows -> Result {
        let place = Place()
        let displaced = places.withLock { places in
            places[session, default: []].append(place)
            let count = places[session, default: []].count
            return count > Self.limit ? places[session]?.removeFirst() : nil
        }
        displaced?.finish()
        defer { remove(place, of: session) }
        return try await stream(place)
    }

    /// The number of open streams.
    var count: Int { places.withLock { $0.values.reduce(0) { $0 + $1.count } } }

    private func remove(_ place: Place, of session: Session.ID) {
        places.withLock { places in
            places[session]?.removeAll { $0 === place }
            if places[session]?.isEmpty == true { places[session] = nil }
        }
    }
}
