/// The state of a user's import of an archive.
public enum TransferState: Hashable, Sendable {
    /// No import has been started since the server was started.
    case idle
    /// The import has processed a number of entries, of a total that is 0 if it is not known yet.
    case running(done: Int, total: Int)
    /// The import has ended.
    case finished(TransferSummary)
    /// The import has failed, for a reason that is stated as a sentence.
    case failed(String)
}

/// The outcome of an import of an archive.
public struct TransferSummary: Hashable, Sendable {
    /// The numbers of entries by outcome, as sentences.
    public var sentences: [String]
    /// The entries that were not imported, with the reasons.
    public var details: [String]

    /// Creates a summary.
    public init(sentences: [String], details: [String]) {
        self.sentences = sentences
        self.details = details
    }
}
