import Foundation
import TimelineCrypto

extension Place {
    /// The ID of a place: a number that follows from its name and position.
    ///
    /// Programs that know places by numbers address a place by it. It is the lower 63 of the first 64
    /// bits of SHA-256("place", 0, name, 0, latitude, longitude), with the name without white space
    /// around it, in Normalization Form C and lowercase, and the units of the position as two
    /// big-endian numbers of 4 bytes, or nothing if it is unknown. Names that differ only in case are
    /// one place; positions that differ at all are two.
    package struct ID: Hashable, Sendable, LosslessStringConvertible {
        /// The number, which is not negative.
        package let number: Int64

        /// Creates an ID from its decimal digits, or returns `nil` for any other text.
        package init?(_ description: String) {
            guard let number = Int64(description), number >= 0, "\(number)" == description else {
                return nil
            }
            self.number = number
        }

        fileprivate init(of place: Place) {
            let name = place.name?.trimmingCharacters(in: .whitespacesAndNewlines) ?? ""
            var message = Array("place\0\(name.nfc.lowercased())\0".utf8)
            if let coordinate = place.coordinate {
                for units in [coordinate.latitudeE7, coordinate.longitudeE7] {
                    message.append(bigEndian: UInt64(UInt32(bitPattern: units)), count: 4)
                }
            }
            var digest = SHA256.hash(message).bytes.makeIterator()
            number = Int64(digest.bigEndian() & UInt64(Int64.max))
        }

        /// The decimal digits of the number.
        package var description: String { "\(number)" }
    }

    /// The ID of the place.
    package var id: ID { ID(of: self) }
}
