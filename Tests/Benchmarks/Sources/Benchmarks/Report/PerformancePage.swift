import Foundation

/// `Docs/Performance.md`: what `make bench` writes, and below it the section of `make bench-large`.
struct PerformancePage {
    private let file: URL
    private static let largeHeading = "\n## Larger worlds\n"

    init(in project: URL) {
        file = project.appending(path: "Docs/Performance.md")
    }

    /// Writes all but the section of the larger worlds, which stays.
    func write(_ text: String) throws {
        try save(text, try parts().large)
    }

    /// Writes the section of the larger worlds; all else stays.
    func writeLarge(_ section: String) throws {
        try save(try parts().text, Self.largeHeading + "\n" + section)
    }

    private func save(_ text: String, _ large: String) throws {
        try Data((text + large).utf8).write(to: file)
    }

    private func parts() throws -> (text: String, large: String) {
        let content = try String(contentsOf: file, encoding: .utf8)
        guard let heading = content.range(of: Self.largeHeading) else { return (content, "") }
        return (String(content[..<heading.lowerBound]), String(content[heading.lowerBound...]))
    }
}

/// When and where something was measured.
var circumstances: String {
    let process = ProcessInfo.processInfo
    let day = Date.now.formatted(.iso8601.year().month().day())
    return """
        \(day), \(process.activeProcessorCount) processors, \(process.physicalMemory >> 30) GiB, \
        \(process.operatingSystemVersionString)
        """
}
