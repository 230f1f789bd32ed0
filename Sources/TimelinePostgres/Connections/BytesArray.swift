#if Cluster
import Foundation
import TimelineCore
import TimelineSQL

/// A list of bytes as one argument.
struct BytesArray: StatementArgument {
    private let values: [String]

    init(_ values: some Sequence<Data>) { self.values = values.map(\.hexadecimal) }

    init(_ blobs: some Sequence<BlobID>) { values = blobs.map(\.bytes.hexadecimal) }

    init(_ ids: some Sequence<UUID>) { self.init(ids.map(\.data)) }

    /// Binds PostgreSQL's text form of an array of bytes.
    func bind(to parameters: any StatementParameters) {
        "{\(values.map { "\"\\\\x\($0)\"" }.joined(separator: ","))}".bind(to: parameters)
    }
}

extension UUID {
    /// The 16 bytes.
    var data: Data { withUnsafeBytes(of: uuid) { Data($0) } }

    /// Creates an ID from 16 bytes, which is all zeros for any other number of bytes.
    init(_ data: Data) {
        let isValid = data.count == MemoryLayout<uuid_t>.size
        let bytes = isValid ? data : Data(count: MemoryLayout<uuid_t>.size)
        self.init(uuid: bytes.withUnsafeBytes { $0.loadUnaligned(as: uuid_t.self) })
    }
}
#endif
