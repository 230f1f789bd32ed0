import CLibFuzzer
import Foundation

// Passes generated inputs to the parsers of one target: Fuzz TARGET [OPTION…] [FOLDER…]
// The options and folders are those of libFuzzer.

guard let name = CommandLine.arguments.dropFirst().first, let target = FuzzTarget(rawValue: name)
else {
    print("Name one of the targets: \(FuzzTarget.allCases.map(\.rawValue).joined(separator: ", "))")
    exit(64)
}

/// The engine does not see the name of the target.
var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv + 1
CommandLine.unsafeArgv[1] = CommandLine.unsafeArgv[0]
var count = CommandLine.argc - 1

exit(
    LLVMFuzzerRunDriver(&count, &arguments) { bytes, count in
        do throws(Violation) {
            try target.check(Array(UnsafeBufferPointer(start: bytes, count: count)))
            return 0
        } catch {
            print(error)
            abort()
        }
    }
)
