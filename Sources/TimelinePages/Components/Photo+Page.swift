import Foundation
import TimelineCore

extension Photo {
    /// The average colour of the photo as `#rrggbb`, taken from its ThumbHash.
    ///
    /// It is grey if the photo has no ThumbHash.
    ///
    /// The first 18 bits of the hash are the average lightness and the averages of two colour
    /// differences, with 6 bits each (<https://evanw.github.io/thumbhash/>).
    var averageColor: String {
        guard let hash = thumbHash, hash.count >= 3 else { return "#808080" }
        let bytes = hash.prefix(3).map { Int($0) }
        let bits = bytes[0] | bytes[1] << 8 | bytes[2] << 16
        let lightness = Double(bits & 63) / 63
        let yellowBlue = Double(bits >> 6 & 63) / 31.5 - 1
        let redGreen = Double(bits >> 12 & 63) / 31.5 - 1
        let blue = lightness - 2 / 3 * yellowBlue
        let red = (3 * lightness - blue + redGreen) / 2
        let digits: StaticString = "0123456789abcdef"
        return String(unsafeUninitializedCapacity: 7) { text in
            text[0] = UInt8(ascii: "#")
            for (index, channel) in zip([1, 3, 5], [red, red - redGreen, blue]) {
                let value = Int(min(max(channel, 0), 1) * 255 + 0.5)
                text[index] = digits.utf8Start[value >> 4]
                text[index + 1] = digits.utf8Start[value & 15]
            }
            return 7
        }
    }

    /// Returns the width of the photo in pixels after it has been scaled down to fit in a square.
    func width(within side: Int) -> Int {
        let long = max(width, height)
        return long <= side ? width : max(1, (width * side + long / 2) / long)
    }
}
