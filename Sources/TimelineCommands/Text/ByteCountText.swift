/// An amount of bytes in words, such as "118 KB" or "1.2 MB", counted in thousands.
func byteCountText(_ bytes: Int) -> String {
    guard bytes >= 1000 else { return countText(max(0, bytes), Words.byte) }
    guard let unit = Unit.large.first(where: { bytes >= $0.start }) else {
        return "\(quotient(of: bytes, by: 1000)) \(Words.kilobytes)"
    }
    let tenths = quotient(of: bytes, by: unit.size / 10)
    let fraction = tenths.isMultiple(of: 10) ? "" : "\(Words.point)\(tenths % 10)"
    return "\(tenths / 10)\(fraction) \(unit.name)"
}

private func quotient(of number: Int, by divisor: Int) -> Int {
    number / divisor + (number % divisor >= divisor / 2 ? 1 : 0)
}

private struct Unit {
    let name: String
    let size: Int
    /// The least amount that would be rounded to a thousand of the next smaller unit.
    let start: Int

    static let large = [
        Unit(name: Words.terabytes, size: 1_000_000_000_000, start: 999_950_000_000),
        Unit(name: Words.gigabytes, size: 1_000_000_000, start: 999_950_000),
        Unit(name: Words.megabytes, size: 1_000_000, start: 999_500),
    ]
}

private enum Words {
    static let byte = "byte"
    static let kilobytes = "KB"
    static let megabytes = "MB"
    static let gigabytes = "GB"
    static let terabytes = "TB"
    static let point = "."
}
