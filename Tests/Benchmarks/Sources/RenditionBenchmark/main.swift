import Foundation
import TimelineMedia

/// Makes a rendition of each file several times and prints the milliseconds of each, one line a file:
/// `RenditionBenchmark RENDITION ROUNDS FILE…`; `Tests/Benchmarks/renditions.py` compares them with Pillow.
let arguments = CommandLine.arguments.dropFirst()
guard arguments.count >= 3, let rendition = Rendition(rawValue: arguments[1]),
    let rounds = Int(arguments[2])
else {
    FileHandle.standardError.write(Data("RenditionBenchmark RENDITION ROUNDS FILE...\n".utf8))
    exit(64)
}
for path in arguments.dropFirst(2) {
    // Both sides read the file each time: it is in the system's cache.
    let times = try (0..<rounds)
        .map { _ in
            let start = ContinuousClock.now
            _ = try rendition.file(of: Data(contentsOf: URL(filePath: path)))
            return (ContinuousClock.now - start) / .milliseconds(1)
        }
    print(times.map { String(format: "%.2f", $0) }.joined(separator: " "))
}
