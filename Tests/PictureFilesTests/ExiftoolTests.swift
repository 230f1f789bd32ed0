import Foundation
import Testing
import TimelineTestSupport

@Suite("Stripped files in exiftool", .enabled(if: Exiftool.isInstalled))
struct ExiftoolTests {
    @Test("contain only the tags that a picture needs", arguments: Fixtures.secrets)
    func groups(name: String) throws {
        let content = try Fixtures.file(name)
        let before = try Exiftool.tags(content, name)
        let after = try Exiftool.tags(try stripped(content), name)
        #expect(before.contains { $0.hasPrefix("[GPS]") } || name.hasSuffix("gif"))
        let innocent = [
            "[ExifTool]", "[System]", "[File]", "[JFIF]", "[Adobe]", "[PNG]", "[PNG-pHYs]",
            "[RIFF]", "[GIF]",
            "[Composite]", "[QuickTime]", "[Meta]",
        ]
        let rest = after.filter { tag in
            !innocent.contains { tag.hasPrefix($0) } && !tag.hasPrefix("[ICC")
                && !tag.hasPrefix("[IFD0] Orientation")
        }
        #expect(rest.isEmpty)
        #expect(
            after.allSatisfy {
                !$0.contains("GPS") && !$0.contains("SECRET") && !$0.contains("Comment")
            }
        )
        #expect(!after.contains { $0.hasPrefix("[ExifTool] Error") })
        if !["secrets.gif", "secrets.heic"].contains(name) {
            #expect(after.contains("[IFD0] Orientation: 6"))
            #expect(after.contains { $0.hasPrefix("[ICC") })
        }
    }
}

/// The program `exiftool`, which reads more kinds of metadata than most other programs.
private enum Exiftool {
    static let isInstalled = (try? run(["-ver"])) != nil  // Any error means that it cannot be used.

    /// Returns the tags of a file, each in the form `[group] name: value`.
    static func tags(_ content: Data, _ name: String) throws -> [String] {
        let file = try TemporaryFolder.make().appending(path: name)
        try content.write(to: file)
        return try run(["-a", "-u", "-G1", "-s", "-n", "-ee", file.path]).split(separator: "\n")
            .map { line in
                let parts = line.split(separator: ":", maxSplits: 1)
                    .map { $0.split(separator: " ").joined(separator: " ") }
                return parts.joined(separator: ": ")
            }
    }

    private static func run(_ arguments: [String]) throws -> String {
        let command = (["exiftool"] + arguments).map(Shell.quoted).joined(separator: " ")
        let result = try Shell.run("\(command) 2>/dev/null")
        guard result.status == 0 else { throw CocoaError(.fileReadUnknown) }
        return String(decoding: result.output, as: UTF8.self)
    }
}
