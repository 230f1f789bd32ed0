/// An amount of bytes in words, such as "118 KB" or "1.2 MB", counted in thousands.
func byteCountText(_ bytes: Int) -> String {
    guard bytes >= 1000 else { return countText(max(0, bytes), Words.byte) }
    let kilobytes = rounded(bytes, by: 1000)
    guard kilobytes >= 1000 else { return "\(kilobytes) \(Words.kilobytes)" }
    var unit = 1_000_000
    for (index, name) in Words.largeUnits.enumerated() {
        let tenths = rounded(bytes, by: unit / 10)
        let isLast = index == Words.largeUnits.count - 1
        if tenths < 10_000 || isLast { return "\(decimal(ofTenths: tenths)) \(name)" }
        unit *= 1000
    }
    return ""
}

private func rounded(_ number: Int, by unit: Int) -> Int {
    number / unit + (number % unit >= unit / 2 ? 1 : 0)
}

private func decimal(ofTenths tenths: Int) -> String {
    let whole = tenths / 10
    return tenths % 10 == 0 ? "\(whole)" : "\(whole)\(Words.point)\(tenths % 10)"
}

private enum Words {
    static let byte = "byte"
    static let kilobytes = "KB"
    static let largeUnits = ["MB", "GB", "TB"]
    static let point = "."
}
