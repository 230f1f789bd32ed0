/// The header of a JPEG frame (ITU-T T.81, B.2.2).
package struct JPEGFrame: Sendable {
    /// A component and its sampling factors.
    package struct Component: Sendable {
        /// The ID by which scans refer to the component.
        package let id: UInt8
        /// The horizontal sampling factor.
        let across: Int
        /// The vertical sampling factor.
        let down: Int
    }

    /// Whether the frame is progressive and Huffman-coded, with its coefficients spread over many
    /// scans.
    package let isProgressive: Bool
    /// Whether libjpeg-turbo can decode this kind of frame.
    ///
    /// It supports 8 bits per sample, but no lossless or hierarchical frames.
    package let isDrawn: Bool
    /// The width and height, at most 65,535 pixels each.
    package let size: PixelSize
    /// The components, usually brightness and two colour components.
    package let components: [Component]

    /// Reads a frame segment.
    ///
    /// A height of 0 means that a DNL segment after the first scan states the height. Hardly any
    /// decoder reads that segment, so the frame is rejected as empty.
    ///
    /// - Throws: ``PictureError/damaged(_:)`` if the structure is invalid.
    init(reading segment: JPEGFile.Segment) throws(PictureError) {
        let bytes = [UInt8](segment.content)
        guard bytes.count >= 6, (2...16).contains(bytes[0]), bytes[5] > 0,
            bytes.count == 6 + 3 * Int(bytes[5])
        else { throw .damaged(.jpeg) }
        isProgressive = segment.marker == 0xC2
        isDrawn = [0xC0, 0xC1, 0xC2, 0xC9, 0xCA].contains(segment.marker) && bytes[0] == 8
        size = PixelSize(
            width: Int(bytes[3]) << 8 | Int(bytes[4]),
            height: Int(bytes[1]) << 8 | Int(bytes[2])
        )
        components = stride(from: 6, to: bytes.count, by: 3)
            .map { index in
                Component(
                    id: bytes[index],
                    across: Int(bytes[index + 1] >> 4),
                    down: Int(bytes[index + 1] & 15)
                )
            }
    }

    /// Returns whether a marker starts a frame.
    package static func isFrame(_ marker: UInt8) -> Bool {
        (0xC0...0xCF).contains(marker) && ![0xC4, 0xC8, 0xCC].contains(marker)
    }

    /// Whether the components have distinct IDs, and sampling factors that decoders accept.
    package var isRegular: Bool {
        Set(components.map(\.id)).count == components.count
            && components.allSatisfy { (1...4).contains($0.across) && (1...4).contains($0.down) }
    }

    /// Returns whether a component has more than half as many samples as the finest one, in either
    /// direction.
    package func isFine(_ component: Component) -> Bool {
        2 * component.across > most(\.across) || 2 * component.down > most(\.down)
    }

    /// Returns the number of blocks in a scan of this component alone (A.2.2).
    package func blockCount(of component: Component) -> Int {
        let count = { (length: Int, factor: Int, most: Int) in
            (length * factor + 8 * most - 1) / (8 * most)
        }
        return count(size.width, component.across, most(\.across))
            * count(size.height, component.down, most(\.down))
    }

    /// Returns the largest sampling factor of all components.
    private func most(_ factor: KeyPath<Component, Int>) -> Int {
        components.map { $0[keyPath: factor] }.max() ?? 1
    }
}
