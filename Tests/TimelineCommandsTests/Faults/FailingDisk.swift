import Foundation
import Testing

/// A simulated disk that fails at some of a program's steps.
///
/// A step is a call that changes something in the program's folder.
///
/// The library `failing-disk.c` simulates the failures. It is loaded into the program with
/// `LD_PRELOAD`.
struct FailingDisk: Sendable {
    /// A fault of the disk that starts at a given step.
    ///
    /// It affects either all later steps or only that one.
    enum Fault: String, CaseIterable, Sendable {
        /// The disk is full. Half of a write may still fit, and files can be removed.
        case full
        case fullOnce
        /// The disk is broken.
        case broken
        case brokenOnce
        /// The disk is read-only, so opening a file for writing also fails.
        case readOnly
        /// The program is killed.
        case killed

        fileprivate var error: String {
            switch self {
            case .full, .fullOnce: "ENOSPC"
            case .broken, .brokenOnce: "EIO"
            case .readOnly: "EROFS"
            case .killed: "KILL"
            }
        }

        fileprivate var count: Int {
            switch self {
            case .fullOnce, .brokenOnce, .killed: 1
            case .full, .broken, .readOnly: 999_999
            }
        }
    }

    /// Whether a library can be preloaded into a program.
    static let isAvailable: Bool = {
        #if os(Linux)
        true
        #else
        false
        #endif
    }()

    private static let library = "failing-disk.so"
    private static let log = "steps"

    private let program: BuiltBinary

    /// Compiles the library into the program's folder.
    init(of program: BuiltBinary) throws {
        self.program = program
        let source = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "failing-disk.c")
        // The only compiler may be the one in the Swift toolchain, so the original PATH is
        // appended.
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        let result = try program.shell(
            """
            PATH=$PATH:'\(path)'
            for compiler in cc clang; do
                command -v $compiler >/dev/null || continue
                exec $compiler -O1 -shared -fPIC -o \(Self.library) '\(source.path)' -ldl
            done
            echo "There is no C compiler."
            exit 1
            """
        )
        try #require(result.status == 0, "\(result.text)")
    }

    /// Returns the definition of a shell function `faulty`.
    ///
    /// It runs a program and makes its steps in `.local` fail, starting at the given step.
    func function(_ fault: Fault, from step: Int) -> String {
        """
        rm -f \(Self.log)
        faulty() {
            env LD_PRELOAD="$PWD/\(Self.library)" FAILING_DISK_FOLDER="$PWD/.local" \
                FAILING_DISK_LOG="$PWD/\(Self.log)" FAILING_DISK_ERROR=\(fault.error) \
                FAILING_DISK_FROM=\(step) FAILING_DISK_COUNT=\(fault.count) "$@"
        }

        """
    }

    /// Returns the first step that failed in the last run, or `nil` if no step failed.
    func firstFailure() throws -> String? {
        let text = try String(
            contentsOf: program.folder.appending(path: Self.log),
            encoding: .utf8
        )
        return text.split(separator: "\n").first { $0.hasPrefix("failed ") }.map(String.init)
    }
}
