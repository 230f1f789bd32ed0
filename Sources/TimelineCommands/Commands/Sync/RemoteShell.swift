import Foundation

/// A running `ssh`, whose input and output are pipes to this process.
///
/// Its errors go to the standard error of this process.
struct RemoteShell {
    /// The descriptor from which the output of the other machine is read.
    var input: Int32 { output.fileHandleForReading.fileDescriptor }
    /// The descriptor to which the input of the other machine is written.
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
    /// - Throws: ``SyncFailure`` if the program cannot be started.
    init(_ program: String, _ arguments: [String]) throws {
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
            throw SyncFailure.cannotStart(program, reason: error.localizedDescription)
        }
        self.process = process
        self.endings = endings
    }

    /// Ends the input of the other machine, and waits for the end of the program.
    ///
    /// - Returns: The exit status.
    func end() async -> Int32 {
        // A pipe that is closed already needs nothing more.
        try? toRemote.fileHandleForWriting.close()
        for await status in endings { return status }
        return 0
    }
}
