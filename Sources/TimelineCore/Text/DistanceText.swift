extension Distance {
    /// Formats a distance, as in `350 m`, `1.2 km` or `340 km`.
    public static func text(metres: Double) -> String {
        if metres < 999.5 { return "\(Int(metres.rounded())) m" }
        let hundreds = Int((metres / 100).rounded())
        guard hundreds < 100 else { return "\(Int((metres / 1000).rounded())) km" }
        return "\(hundreds / 10).\(hundreds % 10) km"
    }
}
