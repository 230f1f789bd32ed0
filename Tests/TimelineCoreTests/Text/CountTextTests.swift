import Testing
import TimelineCore

@Suite("Counts in text")
struct CountTextTests {
    @Test(
        "Puts the noun in the plural",
        arguments: [
            (0, "0 likes"), (1, "1 like"), (2, "2 likes"), (999, "999 likes"),
            (1000, "1,000 likes"), (12_345, "12,345 likes"), (1_234_567, "1,234,567 likes"),
            (-1000, "-1,000 likes"),
        ]
    )
    func counting(count: Int, expected: String) {
        #expect(countText(count, "like") == expected)
    }

    @Test("Accepts an irregular plural")
    func plural() {
        #expect(countText(2, "reply", "replies") == "2 replies")
        #expect(countText(1, "reply", "replies") == "1 reply")
    }
}
