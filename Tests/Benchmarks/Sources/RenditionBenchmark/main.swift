import Foundation
import TimelineMedia

/// Makes a rendition for each line `RENDITION FILE` that comes in and answers with the milliseconds it took;
/// `Tests/Benchmarks/renditions.py` compares them with Pillow's.
while let line = readLine() {
    let words = line.split(separator: " ", maxSplits: 1).map(String.init)
    guard words.count == 2, let rendition = Rendition(rawValue: words[0]) else { exit(64) }
    // Both sides read the file each time: it is in the system's cache.
    let start = ContinuousClock.now
    _ = try rendition.file(of: Data(contentsOf: URL(filePath: words[1])))
    let time = (ContinuousClock.now - start) / .milliseconds(1)
    FileHandle.standardOutput.write(Data(String(format: "%.2f\n", time).utf8))
}
