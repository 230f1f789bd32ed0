import Foundation
import TimelineCore

/// The first image of a GIF file (version 89a, sections 18 to 23), still coded.
struct GIFImage {
    let size: PixelSize
    let left: Int
    let top: Int
    /// The order in which the rows come (appendix E).
    let rows: [Int]
    /// 256 colours as RGBA one after another; those that no table has are black.
    let colours: [UInt8]
    /// The bits of the first codes, less one.
    let codeSize: Int
    let codes: [UInt8]

    /// Finds the image in a file whose header is read already.
    init(reading file: Data) throws(PhotoFault) {
        var reader = GIFReader(file)
        let screen = try reader.screen()
        var timing = Data()
        var image: Data?
        while image == nil {
            let block = try reader.block()
            switch block.label {
            case .timing: timing = block.whole
            case .image: image = block.whole
            case .application, .other: continue
            case .end: throw .damaged(.gif)
            }
        }
        try self.init(image ?? Data(), screen: [UInt8](screen), timing: [UInt8](timing))
    }

    private init(
        _ image: Data,
        screen: [UInt8],
        timing: [UInt8]
    ) throws(PhotoFault) {
        var reader = ByteReader(image, pastEnd: .truncated(.gif))
        try reader.skip(1)
        let place = (try reader.littleEndian(2), try reader.littleEndian(2))
        size = PixelSize(width: try reader.littleEndian(2), height: try reader.littleEndian(2))
        // Where the screen has no size, it is the image's.
        let isPlaced = screen[6...7] != [0, 0] && screen[8...9] != [0, 0]
        (left, top) = isPlaced ? place : (0, 0)
        let flags = try reader.byte()
        rows = Self.rows(size.height, isInterlaced: flags & 0x40 != 0)
        let own = try reader.data(flags & 0x80 == 0 ? 0 : 3 << (Int(flags & 7) + 1))
        let isSeen = timing.count < 7 || timing[3] & 1 == 0
        colours = Self.colours(
            flags & 0x80 == 0 ? screen.dropFirst(13) : [UInt8](own)[...],
            transparent: isSeen ? nil : Int(timing[6])
        )
        codeSize = Int(try reader.byte())
        codes = try Self.codes(&reader)
    }

    private static func rows(_ height: Int, isInterlaced: Bool) -> [Int] {
        guard isInterlaced else { return Array(0..<height) }
        return [(0, 8), (4, 8), (2, 4), (1, 2)].flatMap { stride(from: $0, to: height, by: $1) }
    }

    private static func colours(_ table: ArraySlice<UInt8>, transparent: Int?) -> [UInt8] {
        (0..<256)
            .flatMap { index in
                let colour = table.dropFirst(3 * index).prefix(3)
                let isThere = colour.count == 3
                return (isThere ? Array(colour) : [0, 0, 0]) + [index == transparent ? 0 : 255]
            }
    }

    /// The parts of the coded pixels, put together.
    private static func codes(_ reader: inout ByteReader) throws(PhotoFault) -> [UInt8] {
        var codes: [UInt8] = []
        codes.reserveCapacity(reader.remaining)
        while true {
            let length = Int(try reader.byte())
            guard length > 0 else { return codes }
            codes += try reader.data(length)
        }
    }
}
