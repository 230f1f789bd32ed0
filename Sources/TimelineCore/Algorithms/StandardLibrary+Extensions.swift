import Foundation
@_spi(_Unicode) import Swift

extension RandomAccessCollection {
    /// Finds the first matching element by binary search, in O(log *n*) time.
    ///
    /// - Parameter belongsInSecondPartition: A condition that is false for all elements before a
    ///   certain index, and true for the element at that index and all later elements.
    /// - Returns: The index of the first matching element, or `endIndex` if no element matches.
    @inlinable
    package func partitioningIndex(
        where belongsInSecondPartition: (Element) throws -> Bool
    ) rethrows -> Index {
        var low = startIndex
        var count = count
        while count > 0 {
            let half = count / 2
            let middle = index(low, offsetBy: half)
            if try belongsInSecondPartition(self[middle]) {
                count = half
            } else {
                low = index(after: middle)
                count -= half + 1
            }
        }
        return low
    }
}

extension String {
    /// The text with XML's special characters escaped, and without characters that XML does not
    /// allow.
    package var escapedForXML: String {
        var escaped = ""
        for scalar in unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "\n", "\t": escaped.unicodeScalars.append(scalar)
            case ..<" ", "\u{FFFE}", "\u{FFFF}": continue
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}

extension String {
    /// The text in Unicode Normalization Form C.
    ///
    /// Uses the standard library because Foundation on Linux truncates code points to 16 bits when
    /// composing characters. For example, it turns U+10041 U+0301 into "Á".
    var nfc: String { String(UnicodeScalarView(_nfc)) }

    /// The text in Unicode Normalization Form KC.
    var nfkc: String { decomposedStringWithCompatibilityMapping.nfc }
}
