import Foundation

/// A running `ssh`, whose input and output are pipes to this process.
///
/// Its errors go to the standard error of this process.
struct RemoteShell {
    /// The descriptor for reading the other machine's output.
    var input: Int32 { output.fileHandleForReading.fileDescriptor }
    /// The descriptor for writing the other machine's input.
    var writing: Int32 { toRemote.fileHandleForWriting.fileDescriptor }

    private let process: Process
    private let toRemote: Pipe
    private let output: Pipe
    private let endings: AsyncStream<Int32>

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - program: The name or the path of the program.
    ///   - arguments: Its arguments.
    /// - Throws: ``SyncCommandError`` if the program cannot be started.
    init(_ program: String, arguments: [String]) throws {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [program] + arguments
        toRemote = Pipe()
        output = Pipe()
        process.standardInput = toRemote
        process.standardOutput = output
        let (endings, continuation) = AsyncStream<Int32>.makeStream()
        process.terminationHandler = { process in
            continuation.yield(process.terminationStatus)
            continuation.finish()
        }
        do {
            try process.run()
        } catch {
            throw SyncCommandError.cannotStart(program, reason: error.localizedDescription)
        }
        self.process = process
        self.endings = endings
    }

    /// Closes the other machine's input, and waits for the program to end.
    ///
    /// - Returns: The exit status.
    func end() async -> Int32 {
        // Closing fails only if the pipe is already closed.
        try? toRemote.fileHandleForWriting.close()
        for await status in endings { return status }
        return 0
    }
}
