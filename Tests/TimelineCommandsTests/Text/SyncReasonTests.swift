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
}
