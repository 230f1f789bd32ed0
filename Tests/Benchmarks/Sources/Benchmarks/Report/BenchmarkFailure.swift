/// An error that invalidates the benchmark, or a value that exceeds its limit.
struct BenchmarkFailure: Error {
    let reason: String
}
