import Foundation

/// How often the tests that repeat a check repeat it.
///
/// `make check` sets the environment variable `TIMELINE_TEST_EFFORT` to `full`.
public enum TestEffort {
    /// Whether the tests repeat their checks as often as in `make check`.
    public static let isFull =
        ProcessInfo.processInfo.environment["TIMELINE_TEST_EFFORT"] == "full"

    /// Returns the first number in `make test`, and the second one in `make check`.
    public static func count<Count: FixedWidthInteger>(_ quick: Count, full: Count) -> Count {
        isFull ? full : quick
    }
}
