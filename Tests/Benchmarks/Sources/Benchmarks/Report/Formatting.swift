import Foundation

/// Prints a line about the progress without buffering.
func printProgress(_ text: String) {
    FileHandle.standardOutput.write(Data((text + "\n").utf8))
}

/// Formats milliseconds with three decimals below 10 and with none otherwise.
func milliseconds(_ time: Double) -> String {
    String(format: time < 10 ? "%.3f" : "%.0f", time)
}

/// Formats a ratio with two decimals below 100 and with none otherwise.
func ratio(_ value: Double) -> String { String(format: value < 100 ? "%.2f ×" : "%.0f ×", value) }

/// Formats a Markdown table.
func table(_ head: [String], _ rows: [[String]]) -> String {
    ([head, head.map { _ in "---" }] + rows)
        .map { "| \($0.joined(separator: " | ")) |" }
        .joined(separator: "\n")
}
