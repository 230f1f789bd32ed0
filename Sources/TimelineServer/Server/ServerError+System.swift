import Foundation
import NIOCore

extension ServerError {
    /// Translates a system error that occurred when the server tried to listen.
    init(_ error: IOError, _ settings: ServerSettings) {
        switch error.errnoCode {
        case EADDRINUSE: self = .portInUse(settings.port)
        case EACCES: self = .portForbidden(settings.port)
        default:
            let reason = String(cString: strerror(error.errnoCode))
            self = .addressUnusable(host: settings.host, reason: reason)
        }
    }
}
