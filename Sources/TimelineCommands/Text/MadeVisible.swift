extension String {
    /// The text as it is safe to print: what would steer the terminal or hide text is spelled out.
    var madeVisible: String {
        var output = ""
        for scalar in unicodeScalars {
            if scalar.properties.generalCategory == .control && scalar != "\n" {
                output += "⟨U+\(String(scalar.value, radix: 16, uppercase: true))⟩"
            } else {
                output.unicodeScalars.append(scalar)
            }
        }
        return output
    }
}
