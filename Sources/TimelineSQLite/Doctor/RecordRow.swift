import Foundation
import TimelineCore
import TimelineRecords

/// A row of `record` that has not been checked.
struct RecordRow: Sendable {
    /// The columns, in the order in which ``init(_:)`` reads them.
    static let columns = """
        row, id, body, signature, arrival, is_news, register, scope, author, kind, time, stamp, post
        """

    let rowID: Int64
    private let storedID: Data
    private let body: Data
    private let signature: Data
    let news: StoredRecord.News
    /// The columns that repeat signed values.
    let index: Index

    /// Why a record is kept out of the projection.
    enum Fault: Error {
        case unreadable
        case wrongID
        case unverified

        /// Returns a sentence that names the record.
        func description(of id: String) -> String {
            switch self {
            case .unreadable: DoctorText.unreadable(id)
            case .wrongID: DoctorText.wrongID(id)
            case .unverified: DoctorText.unverified(id)
            }
        }
    }

    /// The columns by which records are found, which repeat signed values.
    struct Index: Equatable, Sendable {
        let register: Data?
        let scope: Data
        let author: Data
        let kind: Int64
        let time: Int64
        let stamp: Data
        let post: Data?

        /// Derives the columns from a record.
        init(of record: VerifiedRecord) {
            let body = record.body
            register = RecordRegister(of: body).map { Data($0.key) }
            scope = Data(body.scope.bytes)
            author = Data(body.author.bytes)
            kind = Int64(clamping: body.content.kindNumber)
            time = Int64(clamping: body.stamp.milliseconds)
            stamp = Data(body.stamp.bytes)
            post = body.post.map { Data($0.bytes) }
        }

        fileprivate init(_ row: ResultRow) {
            register = row.isNull(6) ? nil : row.data(6)
            scope = row.data(7)
            author = row.data(8)
            kind = row.int64(9)
            time = row.int64(10)
            stamp = row.data(11)
            post = row.isNull(12) ? nil : row.data(12)
        }
    }

    init(_ row: ResultRow) {
        rowID = row.int64(0)
        storedID = row.data(1)
        body = row.data(2)
        signature = row.data(3)
        news = StoredRecord.News(arrival: row.int(4), isNews: row.bool(5))
        index = Index(row)
    }

    /// The ID in the table, in hexadecimal.
    var id: String { storedID.hexadecimal }

    /// The record, or the reason why it is not one.
    var decoded: Result<VerifiedRecord, Fault> {
        // Any error means that the bytes are damaged.
        guard let record = try? SignedRecord(bodyBytes: Array(body), signature: Array(signature))
        else { return .failure(.unreadable) }
        guard Data(record.id.bytes) == storedID else { return .failure(.wrongID) }
        return .success(VerifiedRecord(unchecked: record))
    }
}
