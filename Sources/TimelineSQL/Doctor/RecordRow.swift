import Foundation
import TimelineCore

/// A row of `record` or `damaged_record` that has not been checked.
struct RecordRow: Sendable {
    /// The columns, in the order in which ``init(_:)`` reads them.
    static let columns = """
        row, id, body, signature, arrival, is_news, register, scope, author, kind, time, stamp, post
        """
    /// The columns of `damaged_record`, in the same order.
    static let damagedColumns = """
        row, id, body, signature, arrival, is_news, NULL, NULL, NULL, NULL, NULL, NULL, NULL
        """

    let rowID: Int64
    private let body: Data
    private let signature: Data
    let news: StoredRecord.News
    /// The columns that repeat signed values.
    let index: Index

    /// Why a record is kept out of the projection.
    enum ReadError: Error {
        case unreadable
        case wrongID
        case unverified

        /// Returns a sentence that names the record.
        func description(of id: String) -> String {
            switch self {
            case .unreadable: DoctorFindingText.unreadable(id)
            case .wrongID: DoctorFindingText.wrongID(id)
            case .unverified: DoctorFindingText.unverified(id)
            }
        }
    }

    /// The columns by which records are found, which repeat or follow from signed values.
    struct Index: Equatable, Sendable {
        let id: Data
        let register: Data?
        let scope: Data
        let author: Data
        let kind: Int64
        let time: Int64
        let stamp: Data
        let post: Data?

        /// Derives the columns from a record.
        init(of record: VerifiedRecord) {
            id = Data(record.id.bytes)
            register = RecordRegister(of: record).map { Data($0.key) }
            scope = Data(record.scope.bytes)
            author = Data(record.author.bytes)
            kind = Int64(clamping: record.content.kindNumber)
            time = Int64(clamping: record.stamp.milliseconds)
            stamp = Data(record.stamp.bytes)
            post = record.concernedPost.map { Data($0.bytes) }
        }

        fileprivate init(_ row: ResultRow) {
            id = row.data(1)
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
        body = row.data(2)
        signature = row.data(3)
        news = StoredRecord.News(arrival: row.int(4), notifies: row.bool(5))
        index = Index(row)
    }

    /// Whether the arrival is not later than that of the row.
    var isArrivalPossible: Bool { rowID >= BatchState.firstRecordRow(ofArrival: news.arrival) }

    /// Returns whether the row contains the bytes of a record.
    func isCopy(of record: VerifiedRecord) -> Bool {
        body == Data(record.bodyBytes) && signature == Data(record.signature)
    }

    /// The ID in the table, in hexadecimal.
    var id: String { index.id.hexadecimal }

    /// The number of bytes of the record.
    var byteCount: Int { body.count + signature.count }

    /// The record, whose ID and signature are not checked, or `nil` if it is damaged.
    var record: SignedRecord? {
        // Any error means that the bytes are damaged.
        try? SignedRecord(bodyBytes: Array(body), signature: Array(signature))
    }

    /// Checks the record, which must be ``record``.
    ///
    /// A record whose key is unknown was verified when it was stored, so only the record that adds
    /// the key is missing.
    ///
    /// - Parameters:
    ///   - record: The decoded record, or `nil` if it is damaged.
    ///   - keys: The public keys, or `nil` if signatures are not verified.
    /// - Returns: The record, or the reason why it has no effect.
    func check(
        _ record: SignedRecord?,
        with keys: KeyDirectory?
    ) -> Result<VerifiedRecord, ReadError> {
        guard let record else { return .failure(.unreadable) }
        let hasID = Data(record.id.bytes) == index.id
        let unchecked = VerifiedRecord(unchecked: record)
        guard let keys else { return hasID ? .success(unchecked) : .failure(.wrongID) }
        do {
            return .success(try keys.verify(record))
        } catch RecordError.unknownKey where hasID {
            return .success(unchecked)
        } catch {
            return .failure(hasID ? .unverified : .wrongID)
        }
    }
}
