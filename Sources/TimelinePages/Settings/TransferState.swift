/// The state of a user's import of an archive.
package enum TransferState: Hashable, Sendable {
    /// The user has started no import so far.
    case idle
    /// The import is in progress, with the number of processed entries and the total, which is 0 if
    /// unknown.
    case running(done: Int, total: Int)
    /// The server was stopped during the import.
    case interrupted
    /// The import has ended.
    case finished(TransferSummary)
    /// The import has failed.
    ///
    /// The associated value is the reason, as a sentence.
    case failed(String)
}

/// The outcome of an import of an archive.
package struct TransferSummary: Hashable, Sendable {
    /// The numbers of entries by outcome, as sentences.
    package var sentences: [String]
    /// The entries that were not imported, with the reasons.
    package var details: [String]

    /// Creates a summary.
    package init(sentences: [String], details: [String]) {
        self.sentences = sentences
        self.details = details
    }
}
