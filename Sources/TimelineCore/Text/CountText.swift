/// Formats a number and a noun, such as "1 comment" or "12,345 likes".
///
/// - Parameters:
///   - count: The number.
///   - singular: The singular form of the noun.
///   - plural: The plural form of the noun. By default, an "s" is added to the singular.
/// - Returns: The number and the noun.
package func countText(_ count: Int, _ singular: String, _ plural: String? = nil) -> String {
    let noun = count == 1 ? singular : plural ?? singular + "s"
    return "\(groupedDigits(of: count)) \(noun)"
}

/// Formats a number with its digits in groups of three, such as "12,345".
package func groupedDigits(of number: Int) -> String {
    let digits = String(number.magnitude)
    var grouped = number < 0 ? "-" : ""
    for (index, digit) in digits.enumerated() {
        if index > 0 && (digits.count - index).isMultiple(of: 3) { grouped += "," }
        grouped.append(digit)
    }
    return grouped
}

/// Formats a number of bytes in decimal units, such as "1.2 MB".
package func byteText(_ count: UInt64) -> String {
    let units = ["bytes", "KB", "MB", "GB", "TB"]
    var value = Double(count)
    var index = 0
    // 999.5 KB would be shown as "1000 KB".
    while value >= 999.5, index < units.count - 1 {
        value /= 1000
        index += 1
    }
    guard index > 0, value < 9.95 else { return "\(Int(value.rounded())) \(units[index])" }
    let tenths = Int((value * 10).rounded())
    return "\(tenths / 10).\(tenths % 10) \(units[index])"
}
