extension String {
    /// The text as it is safe to print, with what steers terminals or hides spelled `⟨U+202E⟩`.
    ///
    /// Spelled out are controls, bidirectional and other format characters, line and paragraph
    /// separators, private use, noncharacters, and joiners and selectors out of their place.
    /// Line breaks stay, tabs become spaces, and marks that pile up on one letter are thinned.
    /// Text made visible stays as it is when it is made visible again.
    var terminalSafe: String {
        if utf8.allSatisfy({ (0x20...0x7E).contains($0) || $0 == 0x0A }) { return self }
        var text = TerminalSafeText()
        for character in self { text.append(character) }
        return text.output
    }
}

/// Collects text so that nothing in it is hidden.
private struct TerminalSafeText {
    private(set) var output = ""
    private var last: Unicode.Scalar?
    private var marks = 0
    private var joints = 0
    private var endsInEmoji = false

    mutating func append(_ character: Character) {
        joints = 0
        let scalars = character.unicodeScalars
        if character == "\r\n" {
            keep("\n")
        } else if character.isFlagOfTags {
            scalars.forEach { keep($0) }
        } else {
            for index in scalars.indices {
                append(scalars[index], before: scalars[scalars.index(after: index)...].first)
            }
        }
    }

    private mutating func append(_ scalar: Unicode.Scalar, before next: Unicode.Scalar?) {
        if scalar == "\t" {
            Text.tab.unicodeScalars.forEach { keep($0) }
        } else if scalar == .joiner, let next, isJoint(before: next) {
            joints += 1
            keep(scalar)
        } else if scalar == "\n" || last.map(scalar.isAtHome(after:)) ?? false {
            keep(scalar)
        } else if scalar.isHidden {
            Text.spelling(of: scalar).unicodeScalars.forEach { keep($0) }
        } else if scalar.isMark {
            keepMark(scalar)
        } else {
            keep(scalar)
        }
    }

    /// Whether a joiner between the last scalar and the next one makes one emoji of them.
    private func isJoint(before next: Unicode.Scalar) -> Bool {
        endsInEmoji && joints < Limit.joints && next.isPictograph
    }

    /// Keeps a mark unless too many sit on its letter already.
    private mutating func keepMark(_ mark: Unicode.Scalar) {
        // Without a letter of its own the mark would sit on whatever is printed before the text.
        if last == nil || last == "\n" { keep(.dottedCircle) }
        guard marks < Limit.marks else { return }
        marks += 1
        endsInEmoji = false
        output.unicodeScalars.append(mark)
        last = mark
    }

    private mutating func keep(_ scalar: Unicode.Scalar) {
        let staysOnLetter = scalar.isHidden && scalar != "\n"
        if !staysOnLetter { marks = 0 }
        if scalar != .emojiSelector && !scalar.properties.isEmojiModifier {
            endsInEmoji = scalar.isPictograph
        }
        output.unicodeScalars.append(scalar)
        last = scalar
    }
}

private enum Limit {
    /// More marks than any language puts on one letter.
    static let marks = 8
    /// More joiners than any emoji of the standard has.
    static let joints = 4
}

private enum Text {
    static let tab = "    "

    static func spelling(of scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        return "⟨U+\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits)⟩"
    }
}
