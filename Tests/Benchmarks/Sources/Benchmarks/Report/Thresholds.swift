import Foundation

/// The limit for a value that must not get worse.
///
/// Most values are ratios within one run and therefore independent of the machine.
struct Threshold: Decodable {
    /// A description of the value.
    let title: String
    /// The project's requirement, or `nil` if there is none.
    let goal: Double?
    /// The bound that the value must not exceed, or not fall below if `isMinimum` is `true`.
    let limit: Double
    /// The unit, or `nil` if the value is a ratio.
    let unit: String?
    /// Whether `goal` and `limit` are lower bounds.
    let isMinimum: Bool?

    /// Formats a value with its unit.
    func format(_ value: Double) -> String {
        unit.map { String(format: "%.2f ", value) + $0 } ?? ratio(value)
    }

    func allows(_ value: Double) -> Bool { isMinimum == true ? value >= limit : value <= limit }

    /// Whether the limit is weaker than the goal.
    fileprivate var isWeak: Bool {
        guard let goal else { return false }
        return isMinimum == true ? limit < goal : limit > goal
    }
}

extension [String: Threshold] {
    /// Reads Tests/Benchmarks/thresholds.json.
    ///
    /// - Throws: ``BenchmarkFailure`` if a limit is weaker than its goal.
    init(in project: URL) throws {
        let file = project.appending(path: "Tests/Benchmarks/thresholds.json")
        self = try JSONDecoder().decode(Self.self, from: Data(contentsOf: file))
        for threshold in values where threshold.isWeak {
            throw BenchmarkFailure(
                reason: "The limit of “\(threshold.title)” is weaker than its goal."
            )
        }
    }
}

/// A measured value and a description of the measurement.
struct MeasuredValue {
    let value: Double
    let context: String

    init(_ value: Double, context: String) {
        self.value = value
        self.context = context
    }
}

/// The worst of several measurements for one threshold.
struct Finding {
    let threshold: Threshold
    let value: Double
    let context: String

    var exceedsLimit: Bool { !threshold.allows(value) }

    /// Selects the worst measurement.
    ///
    /// Returns `nil` if there is no threshold or no measurement.
    init?(_ threshold: Threshold?, _ measurements: [MeasuredValue]) {
        let sorted = measurements.sorted { $0.value < $1.value }
        guard let threshold,
            let worst = threshold.isMinimum == true ? sorted.first : sorted.last
        else { return nil }
        self.threshold = threshold
        value = worst.value
        context = worst.context
    }
}

extension [Finding] {
    /// A table of the findings with their goals and limits.
    ///
    /// Values beyond their limits are bold.
    var text: String {
        let rows = map { finding in
            let worst = "\(finding.threshold.format(finding.value)), \(finding.context)"
            return [
                finding.threshold.title,
                finding.threshold.goal.map { bound(finding.threshold, $0) } ?? "",
                bound(finding.threshold, finding.threshold.limit),
                finding.exceedsLimit ? "**\(worst)**" : worst,
            ]
        }
        return table(["value", "goal", "limit", "worst in this run"], rows)
    }

    private func bound(_ threshold: Threshold, _ value: Double) -> String {
        (threshold.isMinimum == true ? "≥ " : "≤ ") + value.formatted()
            + (threshold.unit.map { " \($0)" } ?? "")
    }
}
