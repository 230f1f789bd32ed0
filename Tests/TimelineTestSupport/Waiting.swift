/// Waits until a condition holds, and lets other tasks run in the meantime.
///
/// - Parameters:
///   - limit: The longest wait: by default five minutes, far longer than any test needs on a busy
///     machine.
///   - condition: The condition, which other tasks make true.
///   - file: The file of the call.
///   - line: The line of the call.
/// - Throws: ``WaitError`` if the condition does not hold when the limit is over, or an error of the
///   condition.
package func wait(
    limit: Duration = .seconds(300),
    until condition: () async throws -> Bool,
    file: StaticString = #fileID,
    line: UInt = #line
) async throws {
    let end = ContinuousClock.now + limit
    while try await !condition() {
        guard .now < end else { throw WaitError(file: file, line: line) }
        await Task.yield()
    }
}

/// An error that states which condition did not become true in time.
package struct WaitError: Error, CustomStringConvertible {
    let file: StaticString
    let line: UInt

    /// A sentence with the place of the wait.
    package var description: String { "The condition at \(file):\(line) did not become true." }
}
