import Foundation
import Testing

@testable import TimelinePages

@Suite struct TimeTextTests {
    /// Compares dates about five months apart, from 1874 to 2255.
    @Test func datesEqualThoseOfTheCalendar() throws {
        var calendar = Calendar(identifier: .gregorian)
        let berlin = try #require(TimeZone(identifier: "Europe/Berlin"))
        calendar.timeZone = berlin
        for seconds in stride(from: -3_000_000_000.0, to: 9_000_000_000, by: 13_332_000) {
            let date = Date(timeIntervalSince1970: seconds)
            let time = LocalTime(date, in: berlin)
            let parts = calendar.dateComponents(
                [.year, .month, .day, .hour, .minute, .weekday],
                from: date
            )
            #expect(time.year == parts.year && time.month == parts.month && time.day == parts.day)
            #expect(time.hour == parts.hour && time.minute == parts.minute)
            #expect(time.weekday + 1 == parts.weekday)
        }
    }

    @Test(
        arguments: [
            (-100.0, "just now"), (59, "just now"), (60, "1 minute ago"), (3599, "59 minutes ago"),
            (3600, "1 hour ago"), (86_400, "1 day ago"), (604_800, "1 week ago"),
            (2_419_199, "3 weeks ago"), (2_419_200, "17 October"), (40_000_000, "8 August 2025"),
        ]
    )
    func agesAreRelativeForFourWeeks(age: TimeInterval, text: String) {
        let now = Date(timeIntervalSince1970: 1_794_669_863)
        let date = now.addingTimeInterval(-age)
        let (local, today) = (LocalTime(date, in: .gmt), LocalTime(now, in: .gmt))
        #expect(TimeText.relative(date, local, now: now, today: today) == text)
    }

    @Test func exactDatesNameTheDay() {
        let time = LocalTime(Date(timeIntervalSince1970: 1_793_657_400), in: .gmt)
        #expect(TimeText.exact(time) == "Monday 2 November 2026 at 22:10")
        #expect(TimeText.machine(Date(timeIntervalSince1970: 1_793_657_400)) == "2026-11-02T22:10Z")
    }

    @Test func likersAreNamed() {
        #expect(FeedText.likers([], viewer: true, of: 1) == "You like this")
        #expect(FeedText.likers(["leia"], viewer: false, of: 1) == "leia likes this")
        #expect(FeedText.likers(["leia", "han"], viewer: false, of: 2) == "leia and han like this")
        #expect(
            FeedText.likers(["yuki", "han"], viewer: true, of: 10)
                == "You, yuki and 8 others like this"
        )
    }
}
