import Foundation

@_spi(_Unicode) import Swift

extension String {
    /// The text in Unicode Normalization Form C.
    ///
    /// Uses the standard library because Foundation on Linux truncates code points to 16 bits when
    /// composing characters. For example, it turns U+10041 U+0301 into "Á".
    var nfc: String { String(UnicodeScalarView(_nfc)) }

    /// The text in Unicode Normalization Form KC.
    var nfkc: String { decomposedStringWithCompatibilityMapping.nfc }
}
