import Foundation
import TimelineCore
import TimelineMedia

/// What libFuzzer calls with one file after another: everything that is done with a picture of a stranger.
///
/// It must end in an answer or a fault. What was stripped must hold the same picture and nothing more to strip.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzPictures(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let content = withRightChecksums(Data(bytes: bytes, count: count))
    let place = PhotoMetadata(reading: content).coordinate
    if let place, !(abs(place.latitude) <= 90 && abs(place.longitude) <= 180) { abort() }
    // A fault is a right answer.
    let picture = try? Picture(reading: content, fit: .square(16))
    _ = try? Picture(reading: content, fit: .within(64))
    // At an eighth of its size a progressive JPEG is read another way.
    _ = try? Picture(reading: content, fit: .square(2))
    let stripped = try? MetadataStripper.stripped(content)
    if let stripped { check(stripped, picture) }
    // What is accepted can leave again.
    if stripped == nil, (try? MediaPhotoProcessor().inspect(content)) != nil { abort() }
    return 0
}

private func check(_ stripped: Data, _ picture: Picture?) {
    let again = try? MetadataStripper.stripped(stripped)  // What was stripped has to be readable.
    if again != stripped || PhotoMetadata(reading: stripped).coordinate != nil { abort() }
    guard let picture, let shown = try? Picture(reading: stripped, fit: .square(16)) else {
        return
    }
    if shown.raster.width != picture.raster.width || shown.raster.height != picture.raster.height {
        abort()
    }
}

/// Puts the right CRC behind each chunk of a PNG: else nearly every change would end there.
private func withRightChecksums(_ content: Data) -> Data {
    guard content.starts(with: [0x89, 0x50, 0x4E, 0x47]) else { return content }
    var file = [UInt8](content)
    var place = 8
    while place + 12 <= file.count {
        let length = file[place..<place + 4]
            .reduce(0) { (number: Int, byte) in number << 8 | Int(byte) }
        guard length <= file.count - place - 12 else { break }
        let end = place + 8 + length
        let crc = checksum(file[place + 4..<end])
        for (offset, shift) in [24, 16, 8, 0].enumerated() {
            file[end + offset] = UInt8(truncatingIfNeeded: crc >> shift)
        }
        place = end + 4
    }
    return Data(file)
}

/// The CRC-32 of a chunk, bit by bit.
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
