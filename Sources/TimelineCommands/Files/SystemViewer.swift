import Foundation

/// Functions that show files and pages with the programs of the user's system.
enum SystemViewer {
    /// The name of the system's program.
    #if canImport(Darwin)
    private static let program = "open"
    #else
    private static let program = "xdg-open"
    #endif

    /// Shows a file or page.
    ///
    /// Some programs run until the user closes a window, so this call waits for a second at most.
    ///
    /// - Parameters:
    ///   - url: The file or page.
    ///   - program: The shell command to use instead of the system's program, if any.
    /// - Returns: Whether the program was started and has not reported a failure within a second.
    @discardableResult
    static func open(_ url: URL, with program: String? = nil) async -> Bool {
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        let command = program ?? Self.program
        let target = url.isFileURL ? url.path : url.absoluteString
        process.arguments = ["-c", command + " \"$@\"", command, target]
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return false }  // The result is the answer.
        for _ in 0..<20 where process.isRunning {
            try? await Task.sleep(for: .milliseconds(50))  // A cancelled wait is only shorter.
        }
        return process.isRunning || process.terminationStatus == 0
    }
}
