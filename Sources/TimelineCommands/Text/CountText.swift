/// A number of things in words, such as "1 comment" or "12,345 likes".
///
/// The plural is the singular with an "s" unless it is given.
func countText(_ count: Int, _ singular: String, _ plural: String? = nil) -> String {
    let name = count == 1 ? singular : plural ?? singular + Words.pluralEnding
    return "\(groupedDigits(of: count)) \(name)"
}

private func groupedDigits(of number: Int) -> String {
    let digits = String(number.magnitude)
    var grouped = number < 0 ? Words.minus : ""
    for (index, digit) in digits.enumerated() {
        if index > 0 && (digits.count - index).isMultiple(of: 3) { grouped += Words.separator }
        grouped.append(digit)
    }
    return grouped
}

private enum Words {
    static let minus = "-"
    static let pluralEnding = "s"
    static let separator = ","
}
