/// Numbers formatted as text.
enum CountText {
    fileprivate static let minus = "-"
    fileprivate static let pluralEnding = "s"
    fileprivate static let separator = ","

    /// Formats the numbers in a progress line.
    static func progress(
        _ done: Int,
        of total: Int,
        perSecond rate: Int,
        secondsLeft: Int
    ) -> String {
        "\(done) of \(total), \(rate)/s, \(secondsLeft) s left"
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
