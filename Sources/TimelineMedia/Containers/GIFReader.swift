import Foundation
import TimelineCore

/// Goes from block to block of a GIF file (CompuServe's Graphics Interchange Format, version 89a, sections 17 to 27).
struct GIFReader {
    enum Label {
        case image
        case timing
        case application(String)
        case other
        case end
    }

    private let file: Data
    private var reader: ByteReader

    /// Starts before the signature.
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

    /// The next block, with its label and all of its parts.
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
