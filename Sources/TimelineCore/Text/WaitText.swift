public import Foundation

extension TimelineError {
    /// Returns the message that users see at a given time, with waits as durations instead of dates.
    ///
    /// - Parameter now: The current time.
    /// - Returns: A full sentence, such as "Too many wrong passwords; try again in 58 seconds.", or
    ///   ``description`` if the error states no wait.
    public func description(at now: Date) -> String {
        guard case .tooManyAttempts(let date) = self else { return description }
        return "Too many wrong passwords; try again in \(waitText(date.timeIntervalSince(now)))."
    }
}

/// Formats a wait in seconds, rounded up, such as "58 seconds" or "12 minutes".
private func waitText(_ seconds: Double) -> String {
    guard seconds > 120 else {
        let count = max(1, Int(seconds.rounded(.up)))
        return count == 1 ? "1 second" : "\(count) seconds"
    }
    return "\(Int((seconds / 60).rounded(.up))) minutes"
}
