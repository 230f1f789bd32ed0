/// The outcome of importing a Timeline archive.
///
/// Reports are encoded as JSON. See Docs/JSON.md.
public struct RestoreReport: Encodable, Sendable, Hashable {
    /// The lines in `records`.
    public internal(set) var entries = Tally()
    /// The photos, previews and originals, including photos and previews that entries show but the
    /// archive lacks.
    public internal(set) var media = Tally()
    /// The number of entries and files that were not imported and were not present.
    public internal(set) var issueCount = 0
    /// The first of these entries and files, at most ``issueLimit``, in the order in which they
    /// were found.
    public internal(set) var issues: [Issue] = []

    /// The maximum number of issues in a report.
    ///
    /// All issues are passed to the closure of the import.
    public static let issueLimit = 100

    /// The numbers of entries or files by outcome.
    ///
    /// ``total`` is the sum of the others.
    public struct Tally: Encodable, Sendable, Hashable {
        /// The number of entries or files in the archive.
        public internal(set) var total = 0
        /// The number of entries or files that were added to the store.
        public internal(set) var imported = 0
        /// The number of entries or files that the store already contained, or had replaced or
        /// deleted.
        public internal(set) var present = 0
        /// The number of entries or files that this version cannot import, and of pictures that the
        /// export left out.
        public internal(set) var unsupported = 0
        /// The number of malformed, damaged, missing or forbidden entries or files.
        public internal(set) var rejected = 0
    }

    /// An entry or file that was not imported.
    public struct Issue: Encodable, Sendable, Hashable {
        /// The path of the file in the archive, or of the file with the entry that shows a missing
        /// picture.
        ///
        /// It comes from the archive, so escape it before showing it in a terminal.
        public let file: String
        /// The number of the line, from 1, or `nil` for a whole file.
        public let line: Int?
        /// Whether the entry or file was rejected, rather than not supported or left out by the
        /// export.
        public let isRejected: Bool
        /// The reason, as a sentence.
        public let reason: String
    }

    /// The report without its issues.
    public var withoutIssues: RestoreReport {
        var report = self
        report.issues = []
        return report
    }

    /// Counts an issue, and stores it unless the limit is reached.
    mutating func add(_ issue: Issue, _ kind: WritableKeyPath<RestoreReport, Tally>) {
        self[keyPath: kind].total += 1
        if issue.isRejected {
            self[keyPath: kind].rejected += 1
        } else {
            self[keyPath: kind].unsupported += 1
        }
        issueCount += 1
        if issues.count < Self.issueLimit { issues.append(issue) }
    }
}
