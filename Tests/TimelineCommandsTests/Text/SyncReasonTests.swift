import Testing
import TimelineDevices
import TimelineSync

@testable import TimelineCommands

@Suite("Reasons of failed syncs")
struct SyncReasonTests {
    @Test("States which of the two devices has been removed")
    func removedDevice() {
        let reported = SyncErrorText.reason(SyncError.peerFailed(.deviceEnded).code)
        #expect(reported == "it reports that this device has been removed")
        #expect(SyncErrorText.reason(SyncError.deviceEnded.code) == "the device has been removed")
    }

    @Test("The failures of servers say what to do")
    func servers() {
        let place = "https://photos.example.org"
        for (error, status, code, word) in [
            (SyncError.httpUnavailable, 69, "libcurl-missing", "apt install libcurl4"),
            (.certificateRejected, 77, "certificate-rejected", "--tls-ca"),
            (.system(errno: 111), 69, "unreachable", "timeline serve"),
            (.proxyUnusable, 69, "proxy-unusable", "http_proxy"),
            (.httpStatus(302), 76, "http-status", "302"),
        ] {
            let failure = SyncFailure.device(error, place: place)
            #expect(failure.exitCode == status)
            #expect(failure.code == code)
            #expect(failure.description.contains(word))
            #expect(failure.description.contains(place))
        }
        let failure = SyncFailure.authoritiesUnusable("/ca.pem")
        #expect(failure.exitCode == 65)
        #expect(failure.description.contains("/ca.pem"))
    }
}
