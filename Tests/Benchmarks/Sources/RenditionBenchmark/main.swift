import Foundation
import TimelineMedia

/// Creates a rendition for each input line of the form `RENDITION FILE`, and prints the elapsed
/// time and the processor time in milliseconds. `Tests/Benchmarks/renditions.py` compares these
/// times with those of Pillow.
while let line = readLine() {
    let words = line.split(separator: " ", maxSplits: 1).map(String.init)
    guard words.count == 2, let rendition = Rendition(rawValue: words[0]) else { exit(64) }
    // Both programs read the file each time, but it is in the operating system's cache.
    let (start, worked) = (ContinuousClock.now, clock())
    _ = try rendition.file(of: Data(contentsOf: URL(filePath: words[1])))
    let time = (ContinuousClock.now - start) / .milliseconds(1)
    let work = Double(clock() - worked) * 1000 / Double(CLOCKS_PER_SEC)
    FileHandle.standardOutput.write(Data(String(format: "%.2f %.2f\n", time, work).utf8))
}
