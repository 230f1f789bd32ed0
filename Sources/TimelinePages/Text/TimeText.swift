import Foundation
import TimelineCore

/// Texts for dates and times.
enum TimeText {
    private static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September",
        "October", "November", "December",
    ]
    private static let weekdays = [
        "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday",
    ]

    /// Returns the name of the month, such as "November".
    static func month(_ time: LocalTime) -> String { months[time.month - 1] }

    /// Returns the heading for a day: "Today", "Yesterday" or the weekday.
    static func day(_ time: LocalTime, today: LocalTime) -> String {
        switch today.dayNumber - time.dayNumber {
        case 0: "Today"
        case 1: "Yesterday"
        default: weekdays[time.weekday]
        }
    }

    /// Returns a date such as "14 November", with the year unless it is the current one.
    static func date(_ time: LocalTime, today: LocalTime) -> String {
        let date = "\(time.day) \(month(time))"
        return time.year == today.year ? date : "\(date) \(time.year)"
    }

    /// Returns a date with its year, such as "3 October 2026".
    static func fullDate(_ time: LocalTime) -> String {
        "\(time.day) \(month(time)) \(time.year)"
    }

    /// Returns the exact date and time, such as "Monday 2 November 2026 at 22:10".
    static func exact(_ time: LocalTime) -> String {
        "\(weekdays[time.weekday]) \(fullDate(time)) at \(twoDigits(time.hour)):\(twoDigits(time.minute))"
    }

    /// Returns the age of a date, such as "2 hours ago", or the date itself after four weeks.
    ///
    /// - Parameters:
    ///   - date: The date.
    ///   - local: The same date in the reader's time zone.
    ///   - now: The current time.
    ///   - today: The current time in the reader's time zone.
    /// - Returns: The text.
    static func relative(_ date: Date, _ local: LocalTime, now: Date, today: LocalTime) -> String {
        let minutes = Int(now.timeIntervalSince(date) / 60)
        switch minutes {
        case ..<1: return "just now"
        case ..<60: return ago(minutes, unit: "minute")
        case ..<1440: return ago(minutes / 60, unit: "hour")
        case ..<10_080: return ago(minutes / 1440, unit: "day")
        case ..<40_320: return ago(minutes / 10_080, unit: "week")
        default: return Self.date(local, today: today)
        }
    }

    /// What stands for the age of something that came without a date.
    static let earlier = "earlier"

    /// Returns whether a date is the earliest one, which stands for something without a date.
    static func isUnknown(_ date: Date) -> Bool { date.timeIntervalSince1970 < 1 }

    /// Returns a date for programs (HTML, section 2.3.5): UTC in ISO 8601.
    static func machine(_ date: Date) -> String {
        let time = LocalTime(date, in: .gmt)
        return
            "\(time.year)-\(twoDigits(time.month))-\(twoDigits(time.day))T\(twoDigits(time.hour)):\(twoDigits(time.minute))Z"
    }

    private static func ago(_ count: Int, unit: String) -> String {
        count == 1 ? "1 \(unit) ago" : "\(count) \(unit)s ago"
    }

    private static func twoDigits(_ number: Int) -> String {
        number < 10 ? "0\(number)" : "\(number)"
    }
}

/// Texts that contain counts, such as "3 likes".
enum CountText {
    static func likes(_ count: Int) -> String { things(count, singular: "like") }
    static func comments(_ count: Int) -> String { things(count, singular: "comment") }
    static func posts(_ count: Int) -> String { things(count, singular: "post") }
    static func photos(_ count: Int) -> String { things(count, singular: "photo") }

    /// Returns "post" or "posts", whichever agrees with the number of posts.
    static func postsWord(_ count: Int) -> String { count == 1 ? "post" : "posts" }
    static func followersWord(_ count: Int) -> String { count == 1 ? "follower" : "followers" }
    static let followingWord = "following"

    private static func things(_ count: Int, singular: String) -> String {
        switch count {
        case 0: "no \(singular)s"
        case 1: "1 \(singular)"
        default: "\(groupedDigits(of: count)) \(singular)s"
        }
    }
}
