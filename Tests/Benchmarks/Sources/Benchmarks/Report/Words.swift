import Foundation

/// Why the benchmark means nothing.
struct BenchmarkFailure: Error {
    let reason: String
}

/// Tells, at once, how far the benchmark is.
func say(_ text: String) {
    FileHandle.standardOutput.write(Data((text + "\n").utf8))
}

/// A time with three digits.
func milliseconds(_ time: Double) -> String {
    String(format: time < 10 ? "%.3f" : "%.0f", time)
}

/// A ratio with two decimals, where they tell something.
func ratio(_ value: Double) -> String { String(format: value < 100 ? "%.2f ×" : "%.0f ×", value) }

/// A table of Markdown.
func table(_ head: [String], _ rows: [[String]]) -> String {
    ([head, head.map { _ in "---" }] + rows)
        .map { "| \($0.joined(separator: " | ")) |" }
        .joined(separator: "\n")
}
