/// Numbers in Prometheus's text format, version 0.0.4.
///
/// Names and values of labels are constants of this program, so none needs to be escaped.
struct MetricsText {
    /// The type of a family of samples.
    enum Kind: String {
        case counter
        case gauge
        case histogram
    }

    /// The media type of the format.
    static let contentType = "text/plain; version=0.0.4; charset=utf-8"

    /// The text so far.
    private(set) var content = ""

    /// Begins a family of samples.
    mutating func family(_ name: String, _ kind: Kind) {
        if let help = MetricsHelp.texts[name] { addLine("# HELP", name, help) }
        addLine("# TYPE", name, kind.rawValue)
    }

    /// Adds a sample to the family.
    mutating func sample(_ name: String, _ value: Double, _ labels: [(String, String)] = []) {
        let list = labels.map { "\($0)=\"\($1)\"" }.joined(separator: ",")
        // Whole numbers need no fraction.
        let number = Int(exactly: value).map { "\($0)" } ?? "\(value)"
        addLine(list.isEmpty ? name : "\(name){\(list)}", number)
    }

    private mutating func addLine(_ parts: String...) {
        content += parts.joined(separator: " ") + "\n"
    }

    /// Adds a family of one counter.
    mutating func counter(_ name: String, _ value: Double) {
        family(name, .counter)
        sample(name, value)
    }

    /// Adds a family of one gauge.
    mutating func gauge(_ name: String, _ value: Int) {
        family(name, .gauge)
        sample(name, Double(value))
    }
}
