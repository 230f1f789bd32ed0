import TimelineCore

/// What the header of a JPEG's frame says (ITU-T T.81, B.2.2).
struct JPEGFrame {
    /// A component: its name in scans, and how many of its samples lie side by side and one below another.
    struct Component {
        let id: UInt8
        let across: Int
        let down: Int
    }

    /// Whether the coefficients come in many scans, coded by Huffman's method.
    let isProgressive: Bool
    let size: PixelSize
    let components: [Component]

    /// Reads the header; `nil` when it is one that no decoder takes.
    init?(_ segment: JPEGFile.Segment) {
        let bytes = [UInt8](segment.content)
        guard bytes.count >= 6, bytes.count == 6 + 3 * Int(bytes[5]) else { return nil }
        isProgressive = segment.marker == 0xC2
        size = PixelSize(
            width: Int(bytes[3]) << 8 | Int(bytes[4]),
            height: Int(bytes[1]) << 8 | Int(bytes[2])
        )
        components = stride(from: 6, to: bytes.count, by: 3)
            .map { place in
                Component(
                    id: bytes[place],
                    across: Int(bytes[place + 1] >> 4),
                    down: Int(bytes[place + 1] & 15)
                )
            }
        guard !size.isEmpty, Set(components.map(\.id)).count == components.count,
            components.allSatisfy({ (1...4).contains($0.across) && (1...4).contains($0.down) })
        else { return nil }
    }

    /// Whether a component has more than half of the samples of the finest one, in either direction.
    func isFine(_ component: Component) -> Bool {
        2 * component.across > most(\.across) || 2 * component.down > most(\.down)
    }

    /// How many blocks a scan of this component alone consists of (A.2.2).
    func blockCount(of component: Component) -> Int {
        let count = { (length: Int, share: Int, whole: Int) in
            (length * share + 8 * whole - 1) / (8 * whole)
        }
        return count(size.width, component.across, most(\.across))
            * count(size.height, component.down, most(\.down))
    }

    private func most(_ samples: KeyPath<Component, Int>) -> Int {
        components.map { $0[keyPath: samples] }.max() ?? 1
    }
}
