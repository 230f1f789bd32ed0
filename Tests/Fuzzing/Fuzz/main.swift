import CLibFuzzer
import Foundation

// Passes generated inputs to the parsers of one target: Fuzz TARGET [OPTION…] [FOLDER…]
// The options and folders are those of libFuzzer.

enum Selection {
    static let target = CommandLine.arguments.dropFirst().first.flatMap(FuzzTarget.init(rawValue:))
}

guard Selection.target != nil else {
    print("Name one of the targets: \(FuzzTarget.allCases.map(\.rawValue).joined(separator: ", "))")
    exit(64)
}

/// The arguments without the name of the target, which the engine does not know.
var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv + 1
CommandLine.unsafeArgv[1] = CommandLine.unsafeArgv[0]
var count = CommandLine.argc - 1

exit(
    LLVMFuzzerRunDriver(&count, &arguments) { bytes, count in
        do throws(Violation) {
            try Selection.target?.check(Array(UnsafeBufferPointer(start: bytes, count: count)))
            return 0
        } catch {
            print(error)
            abort()
        }
    }
)
