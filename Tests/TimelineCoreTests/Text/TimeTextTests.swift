import Foundation
import Testing
import TimelineCore

@Suite("Times in text")
struct TimeTextTests {
    /// The current time: Saturday, 14 November 2026, 18:00 UTC.
    private let now = Date(timeIntervalSince1970: 1_794_679_200)

    @Test(
        "tells how long ago a moment was",
        arguments: [
            (0.0, "just now"), (59.9, "just now"), (60, "1 minute ago"), (119, "1 minute ago"),
            (120, "2 minutes ago"), (3599, "59 minutes ago"), (3600, "1 hour ago"),
            (7200, "2 hours ago"), (86_399, "23 hours ago"), (86_400, "1 day ago"),
            (604_799, "6 days ago"), (604_800, "1 week ago"), (3_023_999, "4 weeks ago"),
            (3_024_000, "10 Oct 2026"), (-1, "just now"), (-300, "just now"),
            (-301, "14 Nov 2026"), (-86_400, "15 Nov 2026"), (1_794_679_200, "earlier"),
        ]
    )
    func relative(secondsAgo: Double, expected: String) {
        #expect(relativeTime(of: now - secondsAgo, now: now, in: .gmt) == expected)
    }

    @Test("Formats a date in full, in the given time zone")
    func exact() throws {
        #expect(exactTime(of: now, in: .gmt) == "Saturday, 14 November 2026, 18:00")
        let auckland = try #require(TimeZone(identifier: "Pacific/Auckland"))
        #expect(exactTime(of: now, in: auckland) == "Sunday, 15 November 2026, 07:00")
        #expect(shortDate(of: now, in: auckland) == "15 Nov 2026")
    }

    @Test("Formats a time of the present day, or the date of another one")
    func upcoming() throws {
        #expect(timeOrDate(of: now + 3600, now: now, in: .gmt) == "today at 19:00")
        #expect(timeOrDate(of: now + 6 * 3600, now: now, in: .gmt) == "15 Nov 2026")
        let auckland = try #require(TimeZone(identifier: "Pacific/Auckland"))
        #expect(timeOrDate(of: now + 6 * 3600, now: now, in: auckland) == "today at 13:00")
    }

    @Test(
        "Rounds the difference of two clocks",
        arguments: [
            (3600.0, "1 hour"), (3571, "1 hour"), (-3571, "1 hour"), (3569, "59 minutes"),
            (120, "2 minutes"), (86_399, "1 day"), (86_400, "1 day"),
        ]
    )
    func clockSpan(difference: Double, expected: String) {
        #expect(clockSpanText(difference) == expected)
    }

    @Test("Formats the leap day and the small hours")
    func leapDay() {
        let date = Date(timeIntervalSince1970: 1_709_165_100)
        #expect(exactTime(of: date, in: .gmt) == "Thursday, 29 February 2024, 00:05")
    }

    @Test(
        "survives dates that no calendar has",
        arguments: [-1e300, -1e15, 1e15, 1e300, .infinity, -.infinity, .nan]
    )
    func absurdDates(seconds: Double) {
        let date = Date(timeIntervalSince1970: seconds)
        #expect(!relativeTime(of: date, now: now, in: .gmt).isEmpty)
        #expect(!exactTime(of: date, in: .gmt).isEmpty)
    }
}
