import Negentropy
import TimelineCore

/// The content of a frame.
enum Message: Hashable {
    case hello(Hello)
    /// A message of one reconciliation round; the rounds of a session are numbered from 1.
    case negentropy(round: UInt64, message: [UInt8])
    case want(ids: [SaltedID], ranges: [WantedRange])
    /// Encoded records, and the scopes whose wanted ranges are complete.
    case records(encodings: [[UInt8]], completed: [User.ID])
    case lack(ids: [SaltedID], blobs: [BlobID])
    case wantBlob(BlobRequest)
    case blob(BlobPart)
    case `private`([UInt8])
    case end(TurnEnd)
    case error(PeerError)

    /// The type of the frame.
    var type: FrameType {
        switch self {
        case .hello: .hello
        case .negentropy: .negentropy
        case .want: .want
        case .records: .records
        case .lack: .lack
        case .wantBlob: .wantBlob
        case .blob: .blob
        case .private: .private
        case .end: .end
        case .error: .error
        }
    }
}
