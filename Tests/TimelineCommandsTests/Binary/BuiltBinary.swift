import Foundation
import Testing
import TimelineTestSupport

/// The built program, with a temporary folder for its files.
final class BuiltBinary: Sendable {
    /// The folder for all files, which is deleted with this object.
    let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(
            path: "timeline-\(UUID().uuidString)"
        )
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try SamplePhotos.jpeg.write(to: folder.appending(path: "sunset.jpg"))
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)  // The system removes leftovers.
    }

    /// Signs up a user and leaves the user logged in.
    func signUp() throws {
        let status = try shell(
            """
            echo 'a long walk on the beach' |
                timeline signup --email leia@example.org --username leia --password-stdin
            """
        )
        .status
        try #require(status == 0)
    }

    /// The shell function `picture RED GREEN BLUE`, which prints a one-pixel GIF.
    private static let picture = #"""
        picture() {
            printf 'GIF89a\x01\x00\x01\x00\x80\x00\x00'"$(printf '\\x%02x' $1 $2 $3)"
            printf '\x00\x00\x00,\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x02D\x01\x00;'
        }
        """#

    /// Runs a script in the folder.
    ///
    /// The script can call the program as `timeline`, and the `picture` function.
    ///
    /// - Parameter script: A script for `bash`.
    /// - Returns: The exit status and the combined output of both streams.
    /// - Throws: An error if `bash` cannot be started.
    @discardableResult
    func shell(_ script: String) throws -> (status: Int32, text: String) {
        let file = folder.appending(path: ".script")
        try "exec 2>&1\nset -o pipefail\n\(Self.picture)\n\(script)"
            .write(to: file, atomically: false, encoding: .utf8)
        let environment = [
            "PATH=\(Self.folder.path):/usr/local/bin:/usr/bin:/bin", "HOME=\(folder.path)",
            "TZ=UTC",
        ]
        let words = ["env", "-i"] + environment + ["/bin/bash", file.path]
        let command = words.map(Shell.quoted).joined(separator: " ")
        let result = try Shell.run("cd \(Shell.quoted(folder.path)) && \(command) </dev/null")
        return (result.status, String(decoding: result.output, as: UTF8.self))
    }

    /// The folder of the project.
    static let project = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// The folder that contains the build products, including this test.
    private static var folder: URL {
        (Bundle.main.executableURL ?? URL(filePath: CommandLine.arguments[0]))
            .deletingLastPathComponent()
    }
}
