import Foundation

/// The first image of a GIF file, with its pixels still coded (version 89a, sections 18 to 23).
///
/// It takes memory only for the codes, one number per row, and a colour table.
package struct GIFImage {
    /// The size of the image, which may exceed the screen.
    package let size: PixelSize
    /// The distance of the image from the left edge of the screen, in pixels.
    package let left: Int
    /// The distance of the image from the top edge of the screen, in pixels.
    package let top: Int
    /// The row indices, in the order in which the file stores the rows (appendix E).
    package let rows: [Int]
    /// 256 colours, each as red, green, blue and alpha.
    ///
    /// Colours beyond the colour table are black.
    package let colours: [UInt8]
    /// The LZW minimum code size: the number of bits in the first codes, minus one.
    package let codeSize: Int
    /// The LZW codes of the pixels, without the length bytes of the sub-blocks.
    package let codes: [UInt8]

    /// Reads the first image and its graphic control extension, which states the transparent
    /// colour.
    ///
    /// - Throws: The first fault up to the end of the image.
    package init(of file: GIFFile) throws(PictureError) {
        guard let image = file.blocks.first(where: { $0.kind == .image }) else {
            throw file.fault ?? .damaged(.gif)
        }
        let timing = file.blocks.last {
            $0.kind == .timing && $0.range.upperBound <= image.range.lowerBound
        }
        try self.init(
            file.content[image.range],
            screen: [UInt8](file.content[file.screen]),
            timing: timing.map { [UInt8](file.content[$0.range]) } ?? []
        )
    }

    /// Reads an image block.
    ///
    /// - Parameters:
    ///   - image: The block.
    ///   - screen: The bytes before the first block.
    ///   - timing: The graphic control extension, or empty if the image has none.
    /// - Throws: `truncated` if the block ends too early.
    private init(
        _ image: Data,
        screen: [UInt8],
        timing: [UInt8]
    ) throws(PictureError) {
        var reader = ByteReader(image, pastEnd: .truncated(.gif))
        try reader.skip(1)
        let origin = (try reader.littleEndian(2), try reader.littleEndian(2))
        size = PixelSize(width: try reader.littleEndian(2), height: try reader.littleEndian(2))
        // If the screen has no pixels, the image replaces it.
        let isPlaced = screen[6...7] != [0, 0] && screen[8...9] != [0, 0]
        (left, top) = isPlaced ? origin : (0, 0)
        let flags = try reader.byte()
        rows = Self.rows(size.height, isInterlaced: flags & 0x40 != 0)
        let own = try reader.data(flags & 0x80 == 0 ? 0 : 3 << (Int(flags & 7) + 1))
        let isOpaque = timing.count < 7 || timing[3] & 1 == 0
        colours = Self.colours(
            flags & 0x80 == 0 ? screen.dropFirst(13) : [UInt8](own)[...],
            transparent: isOpaque ? nil : Int(timing[6])
        )
        codeSize = Int(try reader.byte())
        codes = try Self.codes(&reader)
    }

    /// Returns the rows in the order in which they are coded.
    ///
    /// Interlaced rows are coded in four passes.
    private static func rows(_ height: Int, isInterlaced: Bool) -> [Int] {
        guard isInterlaced else { return Array(0..<height) }
        return [(0, 8), (4, 8), (2, 4), (1, 2)].flatMap { stride(from: $0, to: height, by: $1) }
    }

    /// Extends a colour table to 256 colours, one of which may be transparent.
    private static func colours(_ table: ArraySlice<UInt8>, transparent: Int?) -> [UInt8] {
        (0..<256)
            .flatMap { index in
                let colour = table.dropFirst(3 * index).prefix(3)
                return (colour.count == 3 ? Array(colour) : [0, 0, 0])
                    + [index == transparent ? 0 : 255]
            }
    }

    /// Returns the coded pixels, joined from their sub-blocks.
    private static func codes(_ reader: inout ByteReader) throws(PictureError) -> [UInt8] {
        var codes: [UInt8] = []
        codes.reserveCapacity(reader.remaining)
        while true {
            let length = Int(try reader.byte())
            guard length > 0 else { return codes }
            codes += try reader.data(length)
        }
    }
}
