import Testing

@testable import TimelineServer

@Suite("The messages of rejected requests")
struct RequestFaultTests {
    @Test(
        "The limit of a request is written in a unit of which there is at least one",
        arguments: [(512 << 10, "512 KB"), (1 << 20, "1 MB"), (64 << 20, "64 MB")]
    )
    func limit(bytes: Int, text: String) {
        #expect(RequestError.tooLarge(limit: bytes).description.hasSuffix("at most \(text)."))
    }
}
