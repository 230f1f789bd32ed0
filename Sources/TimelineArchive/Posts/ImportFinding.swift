import TimelineCore

/// A note about entries of a source: why they were not imported, or how they were changed.
public struct ImportFinding: Encodable, Sendable, Hashable {
    /// The kind of the entries.
    public let kind: Kind
    /// The outcome.
    public let outcome: Outcome
    /// The path of the file in the source, or of the entry in an archive of Firebase, such as
    /// `posts/-K25Fj8p2ArUMz3awt3T`.
    ///
    /// The path comes from the source, so escape it before showing it in a terminal.
    public let file: String
    /// The position in the file, such as `line 3`, or `nil` if the finding concerns the whole file.
    public let position: String?
    /// The number of entries.
    public let count: Int
    /// The reason, as a sentence.
    public let reason: String

    /// The maximum number of findings in a report.
    ///
    /// All findings are passed to the closure of the import.
    public static let limit = 100

    /// The kind of the entries that a finding concerns.
    public enum Kind: String, Encodable, Sendable, Hashable {
        /// A post.
        case post
        /// A picture or video.
        case media
        /// A file.
        case file
        /// A record in an archive of Timeline.
        case record
        /// Something else, such as likes.
        case other
    }

    /// The outcome for the entries of a finding.
    public enum Outcome: String, Encodable, Sendable, Hashable {
        /// The entries are of a kind that is not imported, or the export left them out.
        case notSupported
        /// The entries are damaged, missing, hostile or invalid.
        case rejected
        /// The entries were imported with a change.
        case changed
    }

    /// The place in the source and the reason.
    package var sentence: String {
        let place = position.map { "\(file) \($0)" } ?? file
        let times = count > 1 ? " (\(groupedDigits(of: count)))" : ""
        return "\(place): \(reason)\(times)"
    }
}

/// The report of an import, with the first findings.
protocol FindingReport {
    /// The number of findings.
    var findingCount: Int { get set }
    /// The first findings, at most ``ImportFinding/limit``.
    var findings: [ImportFinding] { get set }
}

extension FindingReport {
    /// Counts a finding, and stores it unless the limit is reached.
    ///
    /// Beyond the limit, it takes the place of one about a change, because what was not imported
    /// matters more.
    mutating func add(_ finding: ImportFinding) {
        findingCount += 1
        if findings.count < ImportFinding.limit {
            findings.append(finding)
        } else if finding.outcome != .changed,
            let change = findings.lastIndex(where: { $0.outcome == .changed })
        {
            findings.remove(at: change)
            findings.append(finding)
        }
    }
}

/// The numbers of entries of one kind in the source of an import, by outcome.
public struct ImportTally: Encodable, Sendable, Hashable {
    /// The number of entries: the sum of the other numbers.
    public internal(set) var entries = 0
    /// The number of entries that this import added to the store.
    public internal(set) var imported = 0
    /// The number of entries that the store already contained, or had replaced or deleted, or that
    /// occur earlier in the source.
    public internal(set) var alreadyPresent = 0
    /// The number of entries of kinds that are not imported, such as videos, and of pictures that
    /// the export left out.
    public internal(set) var notSupported = 0
    /// The number of damaged, missing, hostile or invalid entries.
    public internal(set) var rejected = 0
}
