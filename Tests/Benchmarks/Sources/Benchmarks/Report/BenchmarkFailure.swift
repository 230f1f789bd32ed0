/// An error that invalidates the benchmark, or a missed limit.
struct BenchmarkFailure: Error {
    let reason: String
}
