package import Foundation

extension Date {
    init(millisecondsSince1970 milliseconds: UInt64) {
        self.init(timeIntervalSince1970: Double(milliseconds) / 1000)
    }

    /// The number of whole milliseconds since 1970, clamped to the 48 bits available in a push ID.
    package var millisecondsSince1970: UInt64 {
        let milliseconds = (timeIntervalSince1970 * 1000).rounded(.down)
        return UInt64(min(max(milliseconds, 0), Double(PushID.maximumMilliseconds)))
    }
}
