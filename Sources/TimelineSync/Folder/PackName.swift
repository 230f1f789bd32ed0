package import TimelineCore

/// The name of a pack: the device that wrote it, and a number.
package struct PackName: Hashable, Comparable, Sendable {
    /// The number of digits in a file name.
    private static let digitCount = 10
    private static let suffix = ".pack"
    /// The highest number that fits a file name.
    static let maximumNumber: UInt64 = 9_999_999_999

    /// The ID of the device key.
    package let device: KeyID
    /// The sequence number of the pack among those of its device, starting at 1.
    package let number: UInt64

    /// Creates a name.
    package init(device: KeyID, number: UInt64) {
        self.device = device
        self.number = number
    }

    /// Parses the name of a file in the folder of a device.
    ///
    /// Returns `nil` for any other name, such as that of a conflict copy or a temporary file.
    init?(device: KeyID, fileName: String) {
        let digits = fileName.dropLast(Self.suffix.count)
        guard fileName.hasSuffix(Self.suffix), digits.utf8.count == Self.digitCount,
            digits.utf8.allSatisfy({ 0x30...0x39 ~= $0 }), let number = UInt64(digits), number > 0
        else { return nil }
        self.init(device: device, number: number)
    }

    /// The name of the file in the folder of the device.
    package var fileName: String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, Self.digitCount - digits.count)) + digits
            + Self.suffix
    }

    /// Returns whether `left` comes from a device with a lower ID, or is older.
    package static func < (left: Self, right: Self) -> Bool {
        (left.device, left.number) < (right.device, right.number)
    }
}
