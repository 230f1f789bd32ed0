extension Unicode.Scalar {
    /// Whether the scalar can be part of a word, as letters, marks, numbers and emoji can.
    var isInWords: Bool {
        if isASCII {
            return ("a"..."z").contains(self) || ("0"..."9").contains(self)
                || ("A"..."Z").contains(self)
        }
        return switch properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
            .nonspacingMark, .spacingMark, .enclosingMark, .decimalNumber, .letterNumber,
            .otherNumber:
            true
        default: isEmojiWord
        }
    }

    /// Whether the scalar is a word by itself.
    var standsAlone: Bool {
        properties.isIdeographic || isOfScriptWithoutSpaces || isEmojiWord
    }

    /// Whether searches ignore the scalar, which is the case for combining diacritical marks,
    /// Hebrew and Arabic points, emoji skin tones, variation selectors and invisible scalars.
    var isAccent: Bool {
        switch value {
        case 0x0300...0x036F, 0x1AB0...0x1AFF, 0x1DC0...0x1DFF, 0x20D0...0x20FF, 0xFE20...0xFE2F,
            0x0591...0x05BD, 0x05BF, 0x05C1...0x05C2, 0x05C4...0x05C5, 0x05C7, 0x064B...0x065F,
            0x0670, 0xFE00...0xFE0F, 0x1F3FB...0x1F3FF:
            true
        default: properties.isDefaultIgnorableCodePoint
        }
    }

    private var isEmojiWord: Bool {
        !isASCII && properties.isEmoji && properties.generalCategory == .otherSymbol
    }

    /// Whether the scalar is Thai, Lao, Burmese, Khmer, or kana in either width.
    private var isOfScriptWithoutSpaces: Bool {
        switch value {
        case 0x0E01...0x0E3A, 0x0E40...0x0E4E, 0x0E81...0x0ECD, 0x0EDC...0x0EDF, 0x1000...0x103F,
            0x1780...0x17D3, 0x3041...0x309F, 0x30A1...0x30FF, 0x31F0...0x31FF, 0xFF66...0xFF9F:
            true
        default: false
        }
    }
}
