import TimelineCore
import TimelineRecords

extension LineReader.Line {
    /// The entry or key in the line, before its signature is checked.
    var statement: Result<ArchivedStatement, EntryFault> {
        Result { () throws(EntryFault) in
            try ArchivedStatement(line: Array(content.get())[...])
        }
    }

    /// Returns the entry of a line that has been applied.
    func entry(in file: String, _ keys: KeyDirectory) -> ArchivedEntry? {
        switch statement {
        case .success(.change(let change)):
            ArchivedEntry(SharedEntry(.change(change)), file: file, line: number)
        case .success(.record(let record)):
            // The record was valid when it was applied.
            (try? keys.verify(record))
                .map { ArchivedEntry(SharedEntry(.record($0)), file: file, line: number) }
        case .failure: nil
        }
    }
}
