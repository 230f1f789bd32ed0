import Foundation
import TimelineTestSupport

/// A writer for files with an XMP packet as their only metadata.
enum XMPMaker: CaseIterable {
    case jpeg
    case png
    case webp

    func file(_ text: String) throws -> Data {
        switch self {
        case .jpeg: try adding(text, to: JPEGMaker.grey(width: 8, height: 8))
        case .png: try adding(text, to: PNGMaker.noise(8, 8, seed: 1))
        case .webp: try adding(text, to: SamplePhotos.webp)
        }
    }

    func adding(_ text: String, to plain: Data) throws -> Data {
        let packet = Data("<x:xmpmeta><rdf:Description \(text)/></x:xmpmeta>".utf8)
        switch self {
        case .jpeg:
            let content = Data("http://ns.adobe.com/xap/1.0/\0".utf8) + packet
            let length = PNGMaker.bigEndian(content.count + 2).suffix(2)
            return plain.prefix(2) + Data([0xFF, 0xE1]) + length + content + plain.dropFirst(2)
        case .png:
            let content = Data("XML:com.adobe.xmp\0\0\0\0\0".utf8) + packet
            return plain.prefix(33) + PNGMaker.chunk("iTXt", content) + plain.dropFirst(33)
        case .webp:
            let header = chunk("VP8X", Data([4, 0, 0, 0, 15, 0, 0, 8, 0, 0]))
            let body = Data("WEBP".utf8) + header + plain.dropFirst(12) + chunk("XMP ", packet)
            return chunk("RIFF", body)
        }
    }

    private func chunk(_ name: String, _ content: Data) -> Data {
        let length = Data(PNGMaker.bigEndian(content.count).reversed())
        return Data(name.utf8) + length + content + Data(count: content.count % 2)
    }
}
