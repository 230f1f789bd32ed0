import Foundation

/// The file Docs/Performance.md.
///
/// It contains the sections written by `make bench`, followed by the section written by
/// `make bench-large`.
struct PerformanceDocument {
    private let file: URL
    private static let largeHeading = "\n## Larger datasets\n"

    init(in project: URL) {
        file = project.appending(path: "Docs/Performance.md")
    }

    /// Replaces everything except the section on larger datasets.
    func write(_ text: String) throws {
        try save(text, large: try parts().large)
    }

    /// Replaces the section on larger datasets.
    func writeLarge(_ section: String) throws {
        try save(try parts().text, large: Self.largeHeading + "\n" + section)
    }

    private func save(_ text: String, large: String) throws {
        try Data((text + large).utf8).write(to: file)
    }

    private func parts() throws -> (text: String, large: String) {
        let content = try String(contentsOf: file, encoding: .utf8)
        guard let heading = content.range(of: Self.largeHeading) else { return (content, "") }
        return (String(content[..<heading.lowerBound]), String(content[heading.lowerBound...]))
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
