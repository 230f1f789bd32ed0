import Foundation

/// How often the tests that repeat a check repeat it.
///
/// `make check` sets the environment variable `TIMELINE_TEST_EFFORT` to `full`, and `make faults` and
/// `make simulate` set it to `exhaustive`.
package enum TestEffort {
    private static let name = ProcessInfo.processInfo.environment["TIMELINE_TEST_EFFORT"]

    /// Returns one of the numbers, depending on the effort.
    ///
    /// - Parameters:
    ///   - quick: The number in `make test`.
    ///   - full: The number in `make check`.
    ///   - exhaustive: The number in a run of hours, or `nil` for the same as in `make check`.
    /// - Returns: The number.
    package static func count<Count: FixedWidthInteger>(
        _ quick: Count,
        full: Count,
        exhaustive: Count? = nil
    ) -> Count {
        switch name {
        case "full": full
        case "exhaustive": exhaustive ?? full
        default: quick
        }
    }
}
