#if Server
import TimelineServer

extension ServerError: ReportableError {
    var hint: String? { nil }

    /// The exit status: `EX_USAGE` if the options must be changed, `EX_UNAVAILABLE` if this
    /// build lacks TLS, or `EX_IOERR` if the system rejects the request.
    var exitCode: Int32 {
        switch self {
        case .unprotected: 64
        case .tlsUnavailable: 69
        case .certificateUnusable, .portInUse, .portForbidden, .addressUnusable: 74
        }
    }
}
#endif
