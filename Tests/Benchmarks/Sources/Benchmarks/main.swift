import Foundation

do {
    try await run(Array(CommandLine.arguments.dropFirst()))
} catch let failure as BenchmarkFailure {
    FileHandle.standardError.write(Data((failure.reason + "\n").utf8))
    exit(1)
}

/// Runs the subcommand given by the first argument.
func run(_ arguments: [String]) async throws {
    let rest = Array(arguments.dropFirst())
    switch (arguments.first, rest.count) {
    case ("all", 6): try await measureAll(rest)
    case ("large", 2): try await measureLarge(rest)
    case ("open", 1): try IsolatedStore.runOpen(rest)
    case ("peak", 3...): try await IsolatedStore.runPeak(rest)
    default:
        throw BenchmarkFailure(
            reason: """
                usage: Benchmarks all DATASETS PROJECT TOOL USERS POSTS PEERS
                       Benchmarks large DATASETS PROJECT
                """
        )
    }
}

/// Measures everything on one dataset and writes Docs/Performance.md, except the sections written
/// by `make bench-large` and `make bench-web`.
///
/// The dataset is created in the folder DATASETS if it does not exist. PEERS is the folder that
/// contains the sockets of Redis and PostgreSQL.
func measureAll(_ arguments: [String]) async throws {
    let (datasets, project) = (URL(filePath: arguments[0]), URL(filePath: arguments[1]))
    let size = DatasetSize(users: Int(arguments[3]) ?? 0, posts: Int(arguments[4]) ?? 0)
    let thresholds = try [String: Threshold](in: project)
    let store = try await BenchmarkStore(in: datasets, size: size)
    let peers = URL(filePath: arguments[5])
    let report = Report(
        size: size,
        pages: PageReport(
            pages: try await PageBenchmark(store, .all(in: store, peers: peers)).run()
        ),
        reads: try await ReadBenchmark(store).run(),
        searches: try await SearchBenchmark(store).run(),
        server: try await ServerBenchmark(store).run(),
        tool: try await ToolBenchmark(tool: URL(filePath: arguments[2]), folder: store.folder)
            .run(as: store.thousand, of: store.owner),
        memory: try MemoryBenchmark(store).run(),
        writes: try WriteBenchmark(in: datasets).run(),
        bulk: try BulkBenchmark(in: datasets).run()
    )
    try PerformanceDocument(in: project).write(report.text(thresholds))
    try Plot(report.pages.pages).write(in: project)
    try check(report.findings(thresholds))
}

/// Measures Timeline with 1, 5 and 10 million posts and writes the section of Docs/Performance.md
/// on larger datasets.
func measureLarge(_ arguments: [String]) async throws {
    let (datasets, project) = (URL(filePath: arguments[0]), URL(filePath: arguments[1]))
    let thresholds = try [String: Threshold](in: project)
    let report = try await LargeBenchmark(in: datasets).run()
    try PerformanceDocument(in: project).writeLarge(report.text(thresholds))
    try check(report.findings(thresholds))
}

/// Throws an error if any finding exceeds its limit.
func check(_ findings: [Finding]) throws {
    let exceeded = findings.filter(\.exceedsLimit)
        .map { "\($0.threshold.title): \($0.threshold.format($0.value)), \($0.context)" }
    guard exceeded.isEmpty else {
        throw BenchmarkFailure(reason: "TOO SLOW\n" + exceeded.joined(separator: "\n"))
    }
}
