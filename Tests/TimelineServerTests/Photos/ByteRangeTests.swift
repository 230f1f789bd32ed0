import Testing

@testable import TimelineServer

@Suite("Byte ranges")
struct ByteRangeTests {
    @Test(
        "A range selects a part of a file that contains 10 bytes",
        arguments: [
            (nil, ByteRange.whole), ("bytes=0-3", .part(0..<4)), ("bytes=4-", .part(4..<10)),
            ("bytes=-3", .part(7..<10)), ("bytes=-30", .part(0..<10)),
            ("bytes=8-99", .part(8..<10)), ("bytes=10-", .unsatisfiable),
            ("bytes=-0", .unsatisfiable), ("bytes=5-4", .whole), ("bytes=-", .whole),
            ("bytes=0-1,3-4", .whole), ("lines=0-1", .whole),
            ("bytes=99999999999999999999-", .whole),
        ]
    )
    func ranges(field: String?, range: ByteRange) {
        #expect(ByteRange(field, of: 10) == range)
    }

    @Test("An empty file has no parts")
    func empty() {
        #expect(ByteRange("bytes=0-", of: 0) == .unsatisfiable)
        #expect(ByteRange("bytes=-1", of: 0) == .unsatisfiable)
    }
}
