package import Foundation

/// A parsed Exif block, which provides the orientation and the location (CIPA DC-008, Exif 3.0).
///
/// The structure follows TIFF 6.0. Fields that are out of bounds or of the wrong type are treated
/// as missing.
///
/// The directory is a list of fields with 12 bytes each. A field refers to a longer value by its
/// offset in the block. Each read is checked against the bounds of the block. Offsets are followed
/// only to values and to the directory of the location, so no file can make the parser loop.
package struct Exif {
    /// A field of a directory: the type, count and offset of its values.
    private struct Field {
        let type: Int
        let count: Int
        let offset: Int
    }

    /// The block, with indices from 0.
    private let block: Data
    /// The byte order of all numbers.
    private let isLittleEndian: Bool
    /// The fields of the main directory by tag.
    private let main: [Int: Field]

    /// Parses an Exif block and its main directory.
    ///
    /// Returns `nil` unless the block starts with a byte order and a magic number.
    package init?(_ block: Data) {
        // Some WebP writers put JPEG's prefix in front of the block. Indices are offsets in the
        // block.
        let prefix = Data("Exif\0\0".utf8)
        let plain = Data(block.starts(with: prefix) ? block.dropFirst(prefix.count) : block)
        switch plain.prefix(4) {
        case Data([0x49, 0x49, 0x2A, 0]): isLittleEndian = true
        case Data([0x4D, 0x4D, 0, 0x2A]): isLittleEndian = false
        default: return nil
        }
        self.block = plain
        guard let start = Self.number(plain, at: 4, byteCount: 4, littleEndian: isLittleEndian)
        else { return nil }
        main = Self.directory(plain, at: start, littleEndian: isLittleEndian)
    }

    /// The orientation, which is upright if the field is missing or invalid.
    package var orientation: Orientation {
        main[0x0112].flatMap { short($0) }.flatMap(Orientation.init) ?? .upright
    }

    /// The dates on which the picture was taken and digitized, and that of its location, which is in
    /// UTC.
    var dates: [NotedDate] {
        let taken = [(0x9003, 0x9291, 0x9011), (0x9004, 0x9292, 0x9012)]
        return taken.compactMap { date, fraction, offset in
            guard let date = text(photo[date]) else { return nil }
            let text = text(photo[fraction]).map { "\(date).\($0)" } ?? date
            return NotedDate(text, offset: self.text(photo[offset]))
        } + [locationDate].compactMap(\.self)
    }

    /// The date of the location.
    private var locationDate: NotedDate? {
        let fields = directory(at: main[0x8825])
        guard let day = text(fields[0x1D]) else { return nil }
        guard let time = fields[7], time.type == 5, time.count == 3,
            let hour = fraction(time.offset), let minute = fraction(time.offset + 8),
            let second = fraction(time.offset + 16)
        else { return NotedDate("\(day)Z") }
        let parts = [hour, minute, second]
            .map { value in
                let text = String(Int(min(value, 99)))
                return text.count < 2 ? "0" + text : text
            }
        return NotedDate("\(day) \(parts.joined(separator: ":"))Z")
    }

    /// The names of the maker, the model and the program, which some of them write as the title.
    var deviceNames: [String] { [0x010F, 0x0110, 0x0131].compactMap { text(main[$0]) } }

    /// The title that the camera or its user has given the picture.
    var imageDescription: String? { text(main[0x010E]) }

    /// The fields of the Exif directory, which describe how the picture was taken.
    private var photo: [Int: Field] { directory(at: main[0x8769]) }

    /// Reads the directory to which a field refers.
    private func directory(at pointer: Field?) -> [Int: Field] {
        guard let pointer, pointer.type == 4 || pointer.type == 13,
            let start = number(at: pointer.offset, 4)
        else { return [:] }
        return Self.directory(block, at: start, littleEndian: isLittleEndian)
    }

    /// Returns the text of a field in ASCII or, as Exif 3.0 permits, UTF-8, or `nil` if it is empty.
    ///
    /// Other bytes are read as Latin-1, which many programs have written.
    private func text(_ field: Field?) -> String? {
        guard let field, field.type == 2 || field.type == 129, field.offset >= 0,
            field.count <= Self.textLimit,
            field.offset <= block.count - field.count
        else { return nil }
        let bytes = block[field.offset..<field.offset + field.count].prefix { $0 != 0 }
        let text = String(utf8OrLatin1: bytes).trimmingCharacters(in: .whitespacesAndNewlines)
        return text.isEmpty ? nil : text
    }

    /// The maximum length of a string in bytes.
    private static let textLimit = 1 << 16

    /// The location where the picture was taken, or `nil` if its fields are incomplete or invalid.
    var location: PictureLocation? {
        let fields = directory(at: main[0x8825])
        guard let latitude = degrees(fields[2], reference: fields[1], negative: "S"),
            let longitude = degrees(fields[4], reference: fields[3], negative: "W")
        else { return nil }
        return PictureLocation(latitude: latitude, longitude: longitude)
    }

    /// Reads a coordinate in degrees, stored as three fractions (degrees, minutes and seconds) and
    /// the letter of the hemisphere.
    private func degrees(_ field: Field?, reference: Field?, negative: Character) -> Double? {
        guard let field, field.type == 5, field.count == 3, let reference, reference.type == 2,
            let letter = number(at: reference.offset, 1).flatMap(UnicodeScalar.init),
            let degrees = fraction(field.offset)
        else { return nil }
        // Cameras write unknown minutes and seconds as 0/0. Whole degrees without minutes are no place.
        let minutes = fraction(field.offset + 8)
        guard let known = minutes ?? (degrees.rounded() == degrees ? nil : 0) else { return nil }
        let value = degrees + known / 60 + (fraction(field.offset + 16) ?? 0) / 3600
        return Character(letter).uppercased() == String(negative) ? -value : value
    }

    /// Reads a fraction, or returns `nil` if it is one over 0.
    private func fraction(_ offset: Int) -> Double? {
        guard let above = number(at: offset, 4), let below = number(at: offset + 4, 4), below != 0
        else { return nil }
        return Double(above) / Double(below)
    }

    /// Returns the value of a field with a single number of 16 bits or, as some programs write, 32, or
    /// `nil` if the field has a different type.
    private func short(_ field: Field) -> Int? {
        guard field.type == 3 || field.type == 4, field.count == 1 else { return nil }
        return number(at: field.offset, field.type == 3 ? 2 : 4)
    }

    /// Returns the number at an offset in the block, or `nil` if it is out of bounds.
    private func number(at offset: Int, _ byteCount: Int) -> Int? {
        Self.number(block, at: offset, byteCount: byteCount, littleEndian: isLittleEndian)
    }

    /// Reads the complete fields of a directory by tag.
    ///
    /// If a tag is repeated, the first field is used.
    private static func directory(
        _ block: Data,
        at start: Int,
        littleEndian isLittleEndian: Bool
    ) -> [Int: Field] {
        var fields: [Int: Field] = [:]
        guard let count = number(block, at: start, byteCount: 2, littleEndian: isLittleEndian)
        else { return fields }
        for index in 0..<count {
            let entry = start + 2 + 12 * index
            guard let tag = number(block, at: entry, byteCount: 2, littleEndian: isLittleEndian),
                let type = number(block, at: entry + 2, byteCount: 2, littleEndian: isLittleEndian),
                let count = number(
                    block,
                    at: entry + 4,
                    byteCount: 4,
                    littleEndian: isLittleEndian
                ),
                let value = number(block, at: entry + 8, byteCount: 4, littleEndian: isLittleEndian)
            else { break }
            let length = count * (byteCounts[type] ?? 1)
            let field = Field(type: type, count: count, offset: length > 4 ? value : entry + 8)
            fields[tag] = fields[tag] ?? field
        }
        return fields
    }

    /// The sizes in bytes of the value types (TIFF 6.0, section 2).
    private static let byteCounts = [
        1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 6: 1, 7: 1, 8: 2, 9: 4, 10: 8, 11: 4, 12: 8, 13: 4,
    ]

    /// Reads a number in the byte order of the block.
    ///
    /// Returns `nil` if it is out of bounds.
    private static func number(
        _ block: Data,
        at offset: Int,
        byteCount: Int,
        littleEndian isLittleEndian: Bool
    ) -> Int? {
        guard offset >= 0, offset <= block.count - byteCount else { return nil }
        let bytes = block[offset..<offset + byteCount]
        return isLittleEndian
            ? bytes.reversed().reduce(0) { $0 << 8 | Int($1) }
            : bytes.reduce(0) { $0 << 8 | Int($1) }
    }

    /// Returns a block of 26 bytes that contains only an orientation.
    ///
    /// Stripped copies contain this block in place of the camera's.
    package static func block(_ orientation: Orientation) -> Data {
        // The block is big-endian, and the directory starts at offset 8.
        let start: [UInt8] = [0x4D, 0x4D, 0, 0x2A, 0, 0, 0, 8]
        // The directory has one field with one 16-bit value.
        let field: [UInt8] = [1, 0x12, 0, 3, 0, 0, 0, 1, 0, UInt8(orientation.rawValue), 0, 0]
        return Data(start + [0, 1] + field + [0, 0, 0, 0])
    }
}

/// A date as written in a picture, which no one has checked.
package struct NotedDate: Hashable, Sendable {
    /// The text, as "2018:05:01 12:00:00" or in ISO 8601.
    package let text: String
    /// The offset from UTC, such as "+02:00", if it is stored separately.
    package let offset: String?

    init(_ text: String, offset: String? = nil) { (self.text, self.offset) = (text, offset) }
}
