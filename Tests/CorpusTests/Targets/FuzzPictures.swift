import Foundation
import PictureFiles
import TimelineCore
import TimelineMedia

/// Parses, strips and decodes one file.
///
/// A stripped copy must have the same header and no location, and stripping it again must not
/// change it.
func fuzzPictures(_ bytes: [UInt8]) throws(Violation) {
    let content = withValidChecksums(Data(bytes))
    // A fault is a valid result.
    guard let file = try? PictureFile(reading: content) else { return }
    try check(file.header)
    if let place = file.location {
        try require(abs(place.latitude) <= 90 && abs(place.longitude) <= 180)
    }
    let picture = try? Picture(reading: content, fit: .square(16))  // A fault is valid here too.
    _ = try? Picture(reading: content, fit: .within(64))  // A fault is valid here too.
    // Decode at one eighth of the size, too, for which fewer scans of a progressive JPEG are used.
    _ = try? Picture(reading: content, fit: .square(2))
    let stripped = try? file.stripped()  // A fault is valid here too.
    if let stripped { try check(stripped, file.header, picture) }
    // Every accepted picture must be strippable.
    if stripped == nil {
        let photo = PhotoFile(content: content)
        try require((try? MediaPhotoProcessor().process(photo)) == nil)
    }
}

private func check(_ header: PictureHeader) throws(Violation) {
    try require(header.width > 0 && header.height > 0)
    try require(header.width <= PictureLimits.pixels / header.height)
}

private func check(
    _ stripped: Data,
    _ header: PictureHeader,
    _ picture: Picture?
) throws(Violation) {
    let copy = try require(try? PictureFile(reading: stripped))  // It must be readable.
    try require(copy.header == header && copy.location == nil)
    try require((try? copy.stripped()) == stripped)
    guard let picture, let shown = try? Picture(reading: stripped, fit: .square(16)) else {
        return
    }
    try require(shown.raster.width == picture.raster.width)
    try require(shown.raster.height == picture.raster.height)
}

/// Replaces the CRC of each PNG chunk with a valid one.
///
/// Otherwise, nearly every mutation of a PNG would be rejected because of its CRC.
private func withValidChecksums(_ content: Data) -> Data {
    guard content.starts(with: [0x89, 0x50, 0x4E, 0x47]) else { return content }
    var file = [UInt8](content)
    var position = 8
    while position + 12 <= file.count {
        let length = file[position..<position + 4]
            .reduce(0) { (number: Int, byte) in number << 8 | Int(byte) }
        guard length <= file.count - position - 12 else { break }
        let end = position + 8 + length
        let crc = checksum(file[position + 4..<end])
        for (offset, shift) in [24, 16, 8, 0].enumerated() {
            file[end + offset] = UInt8(truncatingIfNeeded: crc >> shift)
        }
        position = end + 4
    }
    return Data(file)
}

/// Returns the CRC-32 of a chunk, calculated bit by bit.
private func checksum(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    var register = UInt32.max
    for byte in bytes {
        register ^= UInt32(byte)
        for _ in 0..<8 {
            register = register & 1 == 1 ? register >> 1 ^ 0xEDB8_8320 : register >> 1
        }
    }
    return ~register
}
