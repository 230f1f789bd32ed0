import CTurboJPEG
import Foundation

/// Encodes pictures as JPEG through libjpeg-turbo.
///
/// It creates all files of this module: renditions, previews and placeholders. They contain the
/// JFIF segment of libjpeg-turbo and the colour profile, and no other metadata.
enum JPEGEncoder {
    /// The identifier of a profile's parts (ICC.1:2022, annex B.4).
    private static let profileIdentifier = Data("ICC_PROFILE\0".utf8)
    /// The maximum number of profile bytes in one segment.
    private static let profilePart = 65_519

    /// Encodes a picture as a baseline JPEG with its profile and with 4:2:0 chroma subsampling.
    ///
    /// Transparent parts are drawn on white.
    ///
    /// - Parameters:
    ///   - picture: The picture, whose sides must not exceed 65,500 pixels.
    ///   - quality: The quality for libjpeg, from 1 to 100.
    /// - Returns: The file, or `nil` if libjpeg-turbo fails.
    static func file(_ picture: Picture, quality: Int) -> Data? {
        guard let plain = file(picture.raster.onWhite(), quality: quality) else { return nil }
        guard let profile = picture.colourProfile else { return plain }
        // The JFIF segment must remain first. It follows SOI and has 18 bytes.
        let start = plain.startIndex + 20
        return plain[..<start] + segments(profile) + plain[start...]
    }

    /// Encodes the pixels, which must be opaque, without a profile.
    private static func file(_ raster: Raster, quality: Int) -> Data? {
        guard let encoder = tjInitCompress() else { return nil }
        defer { tjDestroy(encoder) }
        var bytes: UnsafeMutablePointer<UInt8>?
        var count: UInt = 0
        let status = raster.pixels.withUnsafeBufferPointer { pixels in
            tjCompress2(
                encoder,
                pixels.baseAddress,
                Int32(raster.width),
                0,
                Int32(raster.height),
                TJPF_RGBX.rawValue,
                &bytes,
                &count,
                Int32(TJSAMP_420.rawValue),
                Int32(quality),
                0
            )
        }
        defer { tjFree(bytes) }
        guard status == 0, let bytes else { return nil }
        return Data(bytes: bytes, count: Int(count))
    }

    /// Splits the profile into numbered APP2 segments.
    private static func segments(_ profile: Data) -> Data {
        let starts = Array(stride(from: 0, to: profile.count, by: profilePart))
        return starts.enumerated()
            .reduce(into: Data()) { file, part in
                let content = profile.dropFirst(part.element).prefix(profilePart)
                let length = 2 + profileIdentifier.count + 2 + content.count
                file += [0xFF, 0xE2, UInt8(length >> 8), UInt8(length & 0xFF)]
                file += profileIdentifier
                file += [UInt8(part.offset + 1), UInt8(starts.count)]
                file += content
            }
    }
}
