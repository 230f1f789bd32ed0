import Foundation

/// A ratio within one run that must not get worse.
struct Threshold: Decodable {
    /// What is compared.
    let name: String
    /// The ratio that the project has set itself, if it has.
    let asked: Double?
    /// The ratio that makes the benchmark fail.
    let kept: Double
    /// What the value counts, where it is no ratio.
    let unit: String?
    /// Whether the ratio has to be at least that, instead of at most.
    let isLeast: Bool?

    /// A value with its unit.
    func text(_ value: Double) -> String {
        unit.map { String(format: "%.2f \($0)", value) } ?? ratio(value)
    }

    /// Whether a ratio passes.
    func allows(_ value: Double) -> Bool { isLeast == true ? value >= kept : value <= kept }

    /// Whether a weaker ratio is kept than the one asked for.
    fileprivate var isWeak: Bool {
        guard let asked else { return false }
        return isLeast == true ? kept < asked : kept > asked
    }
}

extension [String: Threshold] {
    /// Reads the file of thresholds.
    ///
    /// - Throws: ``BenchmarkFailure`` when a threshold is weaker than asked for.
    init(in project: URL) throws {
        let file = project.appending(path: "Tests/Benchmarks/thresholds.json")
        self = try JSONDecoder().decode(Self.self, from: Data(contentsOf: file))
        for threshold in values where threshold.isWeak {
            throw BenchmarkFailure(
                reason: "The threshold “\(threshold.name)” is weaker than the goal."
            )
        }
    }
}

/// The worst that was measured of what has a threshold.
struct Finding {
    let threshold: Threshold
    let value: Double
    /// Where it was measured.
    let place: String

    var isTooSlow: Bool { !threshold.allows(value) }

    /// The worst of several ratios, each with its place; `nil` where there are none, or no threshold.
    init?(_ threshold: Threshold?, _ values: [(value: Double, place: String)]) {
        let sorted = values.sorted { $0.value < $1.value }
        guard let threshold,
            let worst = threshold.isLeast == true ? sorted.first : sorted.last
        else { return nil }
        self.threshold = threshold
        value = worst.value
        place = worst.place
    }
}

extension [Finding] {
    /// A section that tells the findings beside what was asked for.
    var text: String {
        let rows = map { finding in
            [
                finding.threshold.name,
                finding.threshold.asked.map { bound(finding.threshold, $0) } ?? "",
                bound(finding.threshold, finding.threshold.kept),
                "\(finding.threshold.text(finding.value)), \(finding.place)",
            ]
        }
        return table(["ratio", "goal", "fails beyond", "worst in this run"], rows)
    }

    private func bound(_ threshold: Threshold, _ value: Double) -> String {
        (threshold.isLeast == true ? "≥ " : "≤ ") + value.formatted()
            + (threshold.unit.map { " \($0)" } ?? "")
    }
}
