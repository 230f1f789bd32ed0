import TimelineCore

/// Numbers formatted as text.
enum CountText {
    /// Formats the numbers in a progress line.
    static func progress(
        _ done: Int,
        of total: Int,
        perSecond rate: Double,
        secondsLeft: Double
    ) -> String {
        let amount = "\(groupedDigits(of: done)) of \(groupedDigits(of: total))"
        return "\(amount), \(text(perSecond: rate)), \(left(secondsLeft))"
    }

    /// Formats the numbers in a progress line for work whose total is unknown.
    static func progress(_ done: Int, perSecond rate: Double) -> String {
        "\(groupedDigits(of: done)), \(text(perSecond: rate))"
    }

    private static func text(perSecond rate: Double) -> String {
        let number = rate < 10 ? "\((rate * 10).rounded() / 10)" : groupedDigits(of: Int(rate))
        return "\(number)/s"
    }

    /// Formats the rate of a transfer, such as "1.2 MB/s".
    static func bytes(perSecond rate: Double) -> String {
        "\(byteText(UInt64(max(0, rate))))/s"
    }

    private static func left(_ seconds: Double) -> String {
        let seconds = Int(seconds.rounded(.up))
        return seconds < 100 ? "\(seconds) s left" : "\((seconds + 30) / 60) min left"
    }
}
