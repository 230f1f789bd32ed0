import Foundation
import TimelineCore

extension Rendition {
    /// Returns a JPEG in place of a photo that cannot be decoded on this machine.
    ///
    /// The placeholder shows hills under a sun, in greys.
    ///
    /// It has the size of the rendition, so layouts need no special case.
    ///
    /// - Parameter photo: The photo, which determines the size.
    /// - Returns: A JPEG file, or `nil` if libjpeg-turbo fails.
    func placeholder(for photo: Photo) -> Data? {
        let size = Sampling(PixelSize(width: photo.width, height: photo.height), fit: fit).target
        let raster = Raster.placeholder(width: size.width, height: size.height)
        return JPEGEncoder.file(Picture(raster: raster), quality: 85)
    }
}

extension Raster {
    /// Returns a placeholder for a picture that cannot be decoded.
    ///
    /// The placeholder shows hills under a sun, in greys.
    ///
    /// - Parameters:
    ///   - width: The width in pixels, at least 1.
    ///   - height: The height in pixels, at least 1.
    /// - Returns: An opaque raster.
    public static func placeholder(width: Int, height: Int) -> Raster {
        let (width, height) = (max(1, width), max(1, height))
        var pixels: [UInt8] = []
        pixels.reserveCapacity(4 * width * height)
        let unit = Double(min(width, height))
        for row in 0..<height {
            for column in 0..<width {
                let across = (Double(column) + 0.5 - Double(width) / 2) / unit
                let down = (Double(row) + 0.5 - Double(height) / 2) / unit
                let grey = placeholderGrey(across: across, down: down)
                pixels += [grey, grey, grey, 255]
            }
        }
        return Raster(width, height, pixels)
    }

    /// Returns the grey level at a point.
    ///
    /// The centre is (0, 0), and the shorter side has the length 1.
    private static func placeholderGrey(across: Double, down: Double) -> UInt8 {
        if hypot(across - 0.2, down + 0.17) < 0.08 { return 250 }
        if down > 0.06 + 0.7 * abs(across - 0.16) { return 150 }
        if down > -0.08 + 0.8 * abs(across + 0.12) { return 175 }
        return 222
    }
}
