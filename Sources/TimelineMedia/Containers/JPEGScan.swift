/// A scan of some AC coefficients of one component, as its header says (ITU-T T.81, B.2.3 and G.1.1.1).
struct JPEGScan {
    /// The component's name.
    let component: UInt8
    /// The first of its coefficients, counted in zigzag from 0, the DC coefficient.
    let first: UInt8

    /// Reads the header; `nil` when the scan has DC coefficients, or when it is one that no decoder takes.
    init?(_ segment: JPEGFile.Segment) {
        let bytes = [UInt8](segment.content)
        guard segment.marker == 0xDA, bytes.count == 6, bytes[0] == 1 else { return nil }
        let (former, bit) = (bytes[5] >> 4, bytes[5] & 15)
        guard bytes[3] >= 1, bytes[3] <= bytes[4], bytes[4] <= 63, bit <= 13,
            former == 0 || former == bit + 1
        else { return nil }
        component = bytes[1]
        first = bytes[3]
    }

    /// The names of the components whose DC coefficients a scan has.
    static func componentsOfDC(_ segment: JPEGFile.Segment) -> [UInt8] {
        let bytes = [UInt8](segment.content)
        guard segment.marker == 0xDA, let count = bytes.first.map({ Int($0) }),
            bytes.count == 2 * count + 4, bytes[2 * count + 1] == 0
        else { return [] }
        return stride(from: 1, to: 2 * count, by: 2).map { bytes[$0] }
    }
}
