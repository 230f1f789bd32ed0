import Testing

@testable import TimelineCommands

@Suite("Quantities in words")
struct QuantityTextTests {
    @Test(
        "counts things",
        arguments: [
            (0, "0 likes"), (1, "1 like"), (2, "2 likes"), (999, "999 likes"),
            (1000, "1,000 likes"), (12_345, "12,345 likes"), (1_234_567, "1,234,567 likes"),
            (-1000, "-1,000 likes"),
        ]
    )
    func counting(count: Int, expected: String) {
        #expect(countText(count, "like") == expected)
    }

    @Test("takes a plural of its own")
    func plural() {
        #expect(countText(2, "reply", "replies") == "2 replies")
        #expect(countText(1, "reply", "replies") == "1 reply")
    }

    @Test(
        "tells amounts of bytes in thousands",
        arguments: [
            (-5, "0 bytes"), (0, "0 bytes"), (1, "1 byte"), (999, "999 bytes"), (1000, "1 KB"),
            (1500, "2 KB"), (118_400, "118 KB"), (999_499, "999 KB"), (999_500, "1 MB"),
            (1_200_000, "1.2 MB"), (950_000_000, "950 MB"), (999_949_999, "999.9 MB"),
            (999_950_000, "1 GB"), (2_560_000_000, "2.6 GB"), (999_950_000_000, "1 TB"),
            (Int.max, "9223372 TB"),
        ]
    )
    func bytes(count: Int, expected: String) {
        #expect(byteCountText(count) == expected)
    }
}
