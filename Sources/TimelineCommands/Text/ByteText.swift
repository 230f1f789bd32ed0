/// Formats a number of bytes in decimal units, such as "1.2 MB".
func byteText(_ count: UInt64) -> String {
    let units = ByteText.units
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

/// The units of sizes.
enum ByteText {
    static let units = ["bytes", "KB", "MB", "GB", "TB"]

    static func invalid(_ text: String) -> String {
        "“\(text)” is not a size; write a number with KB, MB or GB, as in 500MB or 2GB."
    }
}
