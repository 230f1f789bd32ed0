import Foundation

// benchmarks FOLDER PROJECT [USERS POSTS]: measures in a store that is made in FOLDER, and writes Docs/Performance.md.
let words = CommandLine.arguments
guard words.count >= 3 else {
    FileHandle.standardError.write(Data("usage: Benchmarks FOLDER PROJECT [USERS POSTS]\n".utf8))
    exit(64)
}
let size = WorldSize(
    users: words.count > 3 ? Int(words[3]) ?? 20_000 : 20_000,
    posts: words.count > 4 ? Int(words[4]) ?? 1_000_000 : 1_000_000
)
let store = try BenchmarkStore(in: URL(filePath: words[1]), size: size)
let pages = try await PageBenchmark(store).run()
let writes = try WriteBenchmark(in: URL(filePath: words[1])).run()
let report = Report(size: size, pages: pages, writes: writes)
try report.write(to: URL(filePath: words[2]))
let failures = report.failures(
    against: try Thresholds(
        URL(filePath: words[2]).appending(path: "Tests/Benchmarks/thresholds.json")
    )
)
for failure in failures { print("TOO SLOW: \(failure)") }
exit(failures.isEmpty ? 0 : 1)
