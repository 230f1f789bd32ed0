#if Server
import Foundation
import HTTPTypes
import Hummingbird
import TimelineCore
import TimelinePages

/// An error as a response reports it: status, code and sentence.
struct Failure: Hashable {
    let status: HTTPResponse.Status
    let code: String
    let message: String
    /// The field of a form that the error is about; `nil` for the whole form.
    let field: FormField?
    /// The number of seconds after which a repetition may succeed.
    let retryAfter: Int?

    /// Describes an error; an unexpected one reveals nothing.
    init(_ error: any Error, at now: Date) {
        switch error {
        case let error as TimelineError:
            self.init(
                error.status,
                error.code,
                error.message,
                error.field,
                error.delay(from: now)
            )
        case let error as FieldError:
            let failure = Failure(error.error, at: now)
            self.init(failure.status, failure.code, failure.message, error.field)
        case let fault as RequestFault:
            self.init(fault.status, fault.code, fault.description)
        case let error as HTTPError where error.status == .notFound:
            self.init(RequestFault.pageNotFound, at: now)
        case let error as HTTPError where error.status.kind == .clientError:
            self.init(error.status, RequestFault.malformed.code, "\(RequestFault.malformed)")
        default:
            self.init(.internalServerError, "unexpected", Self.unexpected)
        }
    }

    private init(
        _ status: HTTPResponse.Status,
        _ code: String,
        _ message: String,
        _ field: FormField? = nil,
        _ retryAfter: Int? = nil
    ) {
        self.status = status
        self.code = code
        self.message = message
        self.field = field
        self.retryAfter = retryAfter
    }
}

extension Failure {
    /// The fields of the response that say when to try again.
    var fields: HTTPFields {
        var fields = HTTPFields()
        fields[.retryAfter] = retryAfter.map { "\($0)" }
        return fields
    }
}

extension TimelineError {
    /// The sentence for visitors, who learn nothing about the files of the store.
    fileprivate var message: String {
        if case .storageFailed = self { Failure.unexpected } else { description }
    }

    /// The seconds until the attempt may be repeated.
    fileprivate func delay(from now: Date) -> Int? {
        switch self {
        case .tooManyAttempts(let date): max(1, Int(date.timeIntervalSince(now).rounded(.up)))
        case .busy, .storageBusy: 1
        default: nil
        }
    }
}
#endif
