import Foundation

do {
    try await run(Array(CommandLine.arguments.dropFirst()))
} catch let failure as BenchmarkFailure {
    FileHandle.standardError.write(Data((failure.reason + "\n").utf8))
    exit(1)
}

/// Does what the first word says.
func run(_ words: [String]) async throws {
    let rest = Array(words.dropFirst())
    switch (words.first, rest.count) {
    case ("all", 6): try await measureAll(rest)
    case ("large", 2): try await measureLarge(rest)
    case ("open", 1): try MeasuredStore.answerOpen(rest)
    case ("peak", 3...): try await MeasuredStore.answerPeak(rest)
    default:
        throw BenchmarkFailure(
            reason: """
                usage: Benchmarks all WORLDS PROJECT TOOL USERS POSTS PEERS
                       Benchmarks large WORLDS PROJECT
                """
        )
    }
}

/// Measures in a world that is made in the folder WORLDS, beside the servers whose sockets lie in PEERS, and writes the
/// first part of Docs/Performance.md.
func measureAll(_ words: [String]) async throws {
    let (worlds, project) = (URL(filePath: words[0]), URL(filePath: words[1]))
    let size = WorldSize(users: Int(words[3]) ?? 0, posts: Int(words[4]) ?? 0)
    let thresholds = try [String: Threshold](in: project)
    let store = try BenchmarkStore(in: worlds, size: size)
    let peers = URL(filePath: words[5])
    let report = Report(
        size: size,
        pages: PageReport(
            pages: try await PageBenchmark(store, .all(in: store, peers: peers)).run()
        ),
        reads: try await ReadBenchmark(store).run(),
        found: try await SearchBenchmark(store).run(),
        server: try await ServerBenchmark(store).run(),
        tool: try await ToolBenchmark(tool: URL(filePath: words[2]), folder: store.folder)
            .run(as: store.thousand, store.owner),
        memory: try MemoryBenchmark(store).run(),
        writes: try WriteBenchmark(in: worlds).run(),
        bulk: try BulkBenchmark(in: worlds).run()
    )
    try PerformancePage(in: project).write(report.text(thresholds))
    try Plot(report.pages.pages).write(in: project)
    try judge(report.findings(thresholds))
}

/// Measures Timeline in worlds of 1, 5 and 10 million posts, and writes the last part of Docs/Performance.md.
func measureLarge(_ words: [String]) async throws {
    let (worlds, project) = (URL(filePath: words[0]), URL(filePath: words[1]))
    let thresholds = try [String: Threshold](in: project)
    let report = try await LargeBenchmark(in: worlds).run()
    try PerformancePage(in: project).writeLarge(report.text(thresholds))
    try judge(report.findings(thresholds))
}

/// Fails when something is slower than its threshold.
func judge(_ findings: [Finding]) throws {
    let slow = findings.filter(\.isTooSlow)
        .map { "\($0.threshold.name): \($0.threshold.text($0.value)), \($0.place)" }
    guard slow.isEmpty else {
        throw BenchmarkFailure(reason: "TOO SLOW\n" + slow.joined(separator: "\n"))
    }
}
