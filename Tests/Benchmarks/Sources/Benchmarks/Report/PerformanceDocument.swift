import Foundation

/// The file Docs/Performance.md.
///
/// It contains the sections written by `make bench`, followed by the section written by
/// `make bench-large` and the section written by `make bench-web`.
struct PerformanceDocument {
    private let file: URL
    private static let largeHeading = "\n## Larger datasets\n"
    private static let webHeading = "\n## As a server of pages and apps\n"

    init(in project: URL) {
        file = project.appending(path: "Docs/Performance.md")
    }

    /// Replaces everything except the sections of `make bench-large` and `make bench-web`.
    func write(_ text: String) throws {
        let parts = try parts()
        try save(text, large: parts.large, web: parts.web)
    }

    /// Replaces the section on larger datasets.
    func writeLarge(_ section: String) throws {
        let parts = try parts()
        try save(parts.text, large: Self.largeHeading + "\n" + section, web: parts.web)
    }

    private func save(_ text: String, large: String, web: String) throws {
        try Data((text + large + web).utf8).write(to: file)
    }

    private func parts() throws -> (text: String, large: String, web: String) {
        let content = try String(contentsOf: file, encoding: .utf8)
        let (rest, web) = Self.split(content, at: Self.webHeading)
        let (text, large) = Self.split(rest, at: Self.largeHeading)
        return (text, large, web)
    }

    private static func split(_ text: String, at heading: String) -> (String, String) {
        guard let start = text.range(of: heading)?.lowerBound else { return (text, "") }
        return (String(text[..<start]), String(text[start...]))
    }
}

/// The date of the measurement and a description of the machine.
var circumstances: String {
    let process = ProcessInfo.processInfo
    let day = Date.now.formatted(.iso8601.year().month().day())
    return """
        \(day), \(process.activeProcessorCount) processors, \(process.physicalMemory >> 30) GiB, \
        \(process.operatingSystemVersionString)
        """
}
