import Dispatch

/// Runs blocking work on its own thread.
func blocking<Value: Sendable>(
    _ work: @escaping @Sendable () throws -> Value
) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
        DispatchQueue(label: "blocking")
            .async { continuation.resume(with: Result { try work() }) }
    }
}

/// Blocking work, which starts on its own thread as soon as it is created.
///
/// The child task of an `async let` starts only when a thread of Swift's pool is free, which can
/// take longer than the peer of a test waits.
struct BlockingWork<Value: Sendable>: Sendable {
    private let results: AsyncThrowingStream<Value, any Error>

    init(_ work: @escaping @Sendable () throws -> Value) {
        let (results, continuation) = AsyncThrowingStream<Value, any Error>.makeStream()
        self.results = results
        DispatchQueue(label: "blocking")
            .async {
                do {
                    continuation.yield(try work())
                    continuation.finish()
                } catch {
                    continuation.finish(throwing: error)
                }
            }
    }

    /// The result of the work, which can be awaited once.
    var value: Value {
        get async throws {
            for try await result in results { return result }
            throw CancellationError()
        }
    }
}
