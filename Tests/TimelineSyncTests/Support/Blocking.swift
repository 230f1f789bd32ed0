import Dispatch

/// Runs work that blocks on a thread of its own.
func blocking<Value: Sendable>(
    _ work: @escaping @Sendable () throws -> Value
) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
        DispatchQueue(label: "blocking")
            .async { continuation.resume(with: Result { try work() }) }
    }
}
