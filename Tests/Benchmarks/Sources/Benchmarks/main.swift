import Foundation

// Benchmarks WORLDS PROJECT [USERS POSTS] PEERS: measures in a store that is made in the folder WORLDS, beside the
// servers whose sockets lie in PEERS, and writes Docs/Performance.md.
let words = CommandLine.arguments
guard words.count == 4 || words.count == 6, let peers = words.last else {
    FileHandle.standardError.write(
        Data("usage: Benchmarks WORLDS PROJECT [USERS POSTS] PEERS\n".utf8)
    )
    exit(64)
}
let worlds = URL(filePath: words[1])
let project = URL(filePath: words[2])
let size =
    words.count == 6
    ? WorldSize(users: Int(words[3]) ?? 0, posts: Int(words[4]) ?? 0)
    : WorldSize(users: 20_000, posts: 1_000_000)
let store = try BenchmarkStore(in: worlds, size: size)
let pages = try await PageBenchmark(store, .all(in: store, peers: URL(filePath: peers))).run()
let writes = try WriteBenchmark(in: worlds).run()
let report = Report(size: size, pages: pages, writes: writes)
try report.write(to: project)
let thresholds = try Thresholds(project.appending(path: "Tests/Benchmarks/thresholds.json"))
let failures = report.failures(against: thresholds)
for failure in failures { print("TOO SLOW: \(failure)") }
exit(failures.isEmpty ? 0 : 1)
