import Foundation
import TimelineCore

/// GIF as in CompuServe's Graphics Interchange Format, version 89a, sections 17 to 27.
extension MetadataStripper {
    /// The extensions of applications that pictures need: how often to repeat, and the colour profile.
    private static let applications = ["NETSCAPE2.0", "ANIMEXTS1.0", "ICCRGBG1012"]

    /// The screen, the images and their timing.
    static func gif(_ content: Data) throws(PhotoFault) -> Data {
        var rest = GIFReader(content)
        var stripped = Data(try rest.screen())
        while true {
            let block = try rest.block()
            switch block.label {
            case .image, .timing: stripped += block.whole
            case .application(let name) where applications.contains(name): stripped += block.whole
            case .application, .other: continue
            case .end: return stripped + block.whole
            }
        }
    }
}

/// Goes from block to block of a GIF file.
private struct GIFReader {
    enum Label {
        case image
        case timing
        case application(String)
        case other
        case end
    }

    private let file: Data
    private var reader: ByteReader

    init(_ file: Data) {
        self.file = file
        reader = ByteReader(file, pastEnd: .truncated(.gif))
    }

    private var position: Int { file.endIndex - reader.remaining }

    /// The signature, the logical screen and its colours.
    mutating func screen() throws(PhotoFault) -> Data {
        try reader.skip(10)
        let flags = try reader.byte()
        try reader.skip(2)
        try skipColours(flags)
        return file[..<position]
    }

    mutating func block() throws(PhotoFault) -> (label: Label, whole: Data) {
        let start = position
        let label = try label()
        return (label, file[start..<position])
    }

    private mutating func label() throws(PhotoFault) -> Label {
        switch try reader.byte() {
        case 0x2C:
            try reader.skip(8)
            try skipColours(try reader.byte())
            try reader.skip(1)
            try skipParts()
            return .image
        case 0x21:
            return try extensionLabel()
        case 0x3B:
            return .end
        default:
            throw .damaged(.gif)
        }
    }

    private mutating func extensionLabel() throws(PhotoFault) -> Label {
        switch try reader.byte() {
        case 0xF9:
            try skipParts()
            return .timing
        case 0xFF:
            let name = try reader.data(Int(try reader.byte()))
            try skipParts()
            return .application(String(decoding: name, as: UTF8.self))
        default:
            try skipParts()
            return .other
        }
    }

    /// Three bits of the flags tell the size of a table of colours of three bytes, if there is one.
    private mutating func skipColours(_ flags: UInt8) throws(PhotoFault) {
        guard flags & 0x80 != 0 else { return }
        try reader.skip(3 << (Int(flags & 7) + 1))
    }

    private mutating func skipParts() throws(PhotoFault) {
        while true {
            let length = try reader.byte()
            guard length > 0 else { return }
            try reader.skip(Int(length))
        }
    }
}
