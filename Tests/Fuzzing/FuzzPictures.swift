import Foundation
import PictureFiles
import TimelineMedia

/// Parses, strips and decodes one file.
///
/// The fuzzing engine calls this function for each file. Every file must produce a result or a
/// fault. A stripped copy must have the same header and no location, and stripping it again must
/// not change it.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzPictures(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let content = withValidChecksums(Data(bytes: bytes, count: count))
    // A fault is a valid result.
    guard let file = try? PictureFile(reading: content) else { return 0 }
    check(file.header)
    if let place = file.location, !(abs(place.latitude) <= 90 && abs(place.longitude) <= 180) {
        abort()
    }
    let picture = try? Picture(reading: content, fit: .square(16))  // A fault is valid here too.
    _ = try? Picture(reading: content, fit: .within(64))  // A fault is valid here too.
    // Decode at one eighth of the size, too, for which fewer scans of a progressive JPEG are used.
    _ = try? Picture(reading: content, fit: .square(2))
    let stripped = try? file.stripped()  // A fault is valid here too.
    if let stripped { check(stripped, file.header, picture) }
    // Every accepted picture must be strippable.
    if stripped == nil, (try? MediaPhotoProcessor().process(file)) != nil { abort() }
    return 0
}

private func check(_ header: PictureHeader) {
    guard header.width > 0, header.height > 0,
        header.width <= PictureLimits.pixels / header.height
    else { abort() }
}

private func check(_ stripped: Data, _ header: PictureHeader, _ picture: Picture?) {
    // A stripped copy must be readable.
    guard let copy = try? PictureFile(reading: stripped), copy.header == header,
        (try? copy.stripped()) == stripped, copy.location == nil
    else { abort() }
    guard let picture, let shown = try? Picture(reading: stripped, fit: .square(16)) else {
        return
    }
    if shown.raster.width != picture.raster.width || shown.raster.height != picture.raster.height {
        abort()
    }
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
