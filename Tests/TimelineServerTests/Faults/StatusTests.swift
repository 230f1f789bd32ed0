import Foundation
import HTTPTypes
import Testing
import TimelineCore

@testable import TimelineServer

@Suite("Statuses of errors")
struct StatusTests {
    @Test(
        "Each kind of error has the right status",
        arguments: [
            (TimelineError.invalidEmail(""), 422), (.photoCountRefused(0), 422),
            (.photoRefused(.tooLarge(bytes: 1), name: nil), 413),
            (.photoRefused(.empty, name: nil), 422),
            (.postNotFound(""), 404), (.userNotFound(""), 404), (.usernameTaken(""), 409),
            (.wrongPassword, 401), (.wrongOwnPassword, 401), (.notLoggedIn, 401),
            (.notYours(.deletePost), 403),
            (.tooManyAttempts(until: .now), 429), (.busy, 503), (.storageReadOnly, 503),
            (.storeTooNew, 500), (.storeTooOld(version: 10), 500),
        ]
    )
    func status(error: TimelineError, status: Int) {
        #expect(error.status.code == status)
        let now = Date(timeIntervalSince1970: 60)
        #expect(ErrorReport(error, at: now).message == error.description(at: now))
    }

    @Test("A throttled login says when to try again")
    func retry() {
        let error = TimelineError.tooManyAttempts(until: Date(timeIntervalSince1970: 90.5))
        #expect(ErrorReport(error, at: Date(timeIntervalSince1970: 60)).retryAfter == 31)
    }

    @Test("An unexpected error reveals nothing")
    func unexpected() {
        let failure = ErrorReport(CocoaError(.fileNoSuchFile), at: .now)
        #expect(failure.status == .internalServerError)
        #expect(failure.message == ErrorReport.unexpected)
    }

    @Test("A full disk is stated, other storage errors are not")
    func storage() {
        for isDiskFull in [true, false] {
            let error = StorageError(operation: "Writing /a", reason: "b", isDiskFull: isDiskFull)
            let message = ErrorReport(TimelineError.storageFailed(error), at: .now).message
            #expect(message == (isDiskFull ? ErrorReport.diskFull : ErrorReport.unexpected))
            #expect(!message.contains("/a"))
        }
    }

    @Test("While a database cannot be reached, the server is unavailable, not broken")
    func outage() {
        for (isOfServer, status) in [(true, 503), (false, 500)] {
            var error = StorageError(operation: "Reading the store", reason: "b")
            error.isOfServer = isOfServer
            let report = ErrorReport(TimelineError.storageFailed(error), at: .now)
            #expect(report.status.code == status)
        }
    }
}
