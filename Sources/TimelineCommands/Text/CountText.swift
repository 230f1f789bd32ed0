/// Numbers formatted as text.
enum CountText {
    fileprivate static let minus = "-"
    fileprivate static let pluralEnding = "s"
    fileprivate static let separator = ","

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

/// Formats a number and a noun, such as "1 comment" or "12,345 likes".
///
/// - Parameters:
///   - count: The number.
///   - singular: The singular form of the noun.
///   - plural: The plural form of the noun. By default, an "s" is added to the singular.
/// - Returns: The number and the noun.
func countText(_ count: Int, _ singular: String, _ plural: String? = nil) -> String {
    let noun = count == 1 ? singular : plural ?? singular + CountText.pluralEnding
    return "\(groupedDigits(of: count)) \(noun)"
}

/// Formats a number with its digits in groups of three, such as "12,345".
func groupedDigits(of number: Int) -> String {
    let digits = String(number.magnitude)
    var grouped = number < 0 ? CountText.minus : ""
    for (index, digit) in digits.enumerated() {
        if index > 0 && (digits.count - index).isMultiple(of: 3) { grouped += CountText.separator }
        grouped.append(digit)
    }
    return grouped
}
