import Foundation
@_spi(_Unicode) import Swift

extension String {
    /// The text in Unicode's Normalization Form C.
    ///
    /// The standard library composes: Foundation on Linux truncates code points to 16 bits while it
    /// composes, and turns U+10041 U+0301 into "Á".
    var nfc: String { String(UnicodeScalarView(_nfc)) }

    /// The text in Unicode's Normalization Form KC.
    var nfkc: String { decomposedStringWithCompatibilityMapping.nfc }
}
