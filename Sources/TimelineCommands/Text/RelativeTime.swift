import Foundation

/// How long ago a moment was, such as "2 hours ago", or its date if it was over a month ago.
func relativeTime(of date: Date, now: Date, in timeZone: TimeZone = .current) -> String {
    let seconds = now.timeIntervalSince(date)
    guard seconds >= -Span.clockSkew && seconds < Span.weeks else {
        return shortDate(of: date, in: timeZone)
    }
    return switch seconds {
    case ..<Span.minute: Words.justNow
    case ..<Span.hour: Words.ago(seconds / Span.minute, "minute")
    case ..<Span.day: Words.ago(seconds / Span.hour, "hour")
    case ..<Span.week: Words.ago(seconds / Span.day, "day")
    default: Words.ago(seconds / Span.week, "week")
    }
}

private enum Span {
    static let clockSkew = 5 * minute
    static let minute = 60.0
    static let hour = 60 * minute
    static let day = 24 * hour
    static let week = 7 * day
    static let weeks = 5 * week
}

private enum Words {
    static let justNow = "just now"

    static func ago(_ count: Double, _ unit: String) -> String {
        "\(countText(Int(count), unit)) ago"
    }
}
