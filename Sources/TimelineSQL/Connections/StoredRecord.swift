import Foundation
import TimelineCore

/// A record in the table `record`, with what the store knows about its arrival.
struct StoredRecord {
    /// The columns, in the order in which ``init(_:)`` reads them.
    static let columns = RecordColumns.sql + ", row, arrival, is_news"

    let record: VerifiedRecord
    let rowID: Int64
    let news: News

    /// The arrival of what a record says.
    ///
    /// A record that repeats or edits what a former record of the register said has the arrival of
    /// that record, because it is not news.
    struct News {
        /// The epoch of the commit that brought the record.
        let arrival: Int
        /// Whether the record was new enough on arrival to be news.
        let notifies: Bool
    }

    init(_ record: VerifiedRecord, rowID: Int64, news: News) {
        (self.record, self.rowID, self.news) = (record, rowID, news)
    }

    /// Reads a row, or returns `nil` if the stored bytes are damaged.
    init?(_ row: ResultRow) {
        guard let record = VerifiedRecord(row) else { return nil }
        self.init(
            record,
            rowID: row.int64(3),
            news: News(arrival: row.int(4), notifies: row.bool(5))
        )
    }

    var author: User.ID { record.author }
    var stamp: PushID { record.stamp }
}

extension RecordID: StatementArgument {
    /// Binds the 32 bytes of the ID.
    package func bind(to parameters: any StatementParameters) { Data(bytes).bind(to: parameters) }
}

extension KeyID: StatementArgument {
    /// Binds the 8 bytes of the ID.
    package func bind(to parameters: any StatementParameters) { Data(bytes).bind(to: parameters) }
}

extension RecordRegister: StatementArgument {
    /// Binds the key of the register.
    package func bind(to parameters: any StatementParameters) { Data(key).bind(to: parameters) }
}
