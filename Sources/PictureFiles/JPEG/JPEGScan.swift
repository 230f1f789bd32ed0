/// The header of a scan with some AC coefficients of one component (ITU-T T.81, B.2.3 and G.1.1.1).
///
/// Progressive files contain such scans; `JPEGThinning` in TimelineMedia omits those that a small
/// rendition does not need.
package struct JPEGScan {
    /// The ID of the component.
    package let component: UInt8
    /// The index of the first coefficient in zigzag order.
    ///
    /// Index 0 is the DC coefficient.
    package let first: UInt8

    /// Reads the header of a scan.
    ///
    /// Returns `nil` if the scan contains DC coefficients, several components, or invalid
    /// parameters.
    package init?(_ segment: JPEGFile.Segment) {
        let bytes = [UInt8](segment.content)
        guard segment.marker == 0xDA, bytes.count == 6, bytes[0] == 1 else { return nil }
        let (previousBit, bit) = (bytes[5] >> 4, bytes[5] & 15)
        guard bytes[3] >= 1, bytes[3] <= bytes[4], bytes[4] <= 63, bit <= 13,
            previousBit == 0 || previousBit == bit + 1
        else { return nil }
        component = bytes[1]
        first = bytes[3]
    }

    /// Returns the IDs of the components whose DC coefficients a scan contains.
    package static func componentsOfDC(_ segment: JPEGFile.Segment) -> [UInt8] {
        let bytes = [UInt8](segment.content)
        guard segment.marker == 0xDA, let count = bytes.first.map({ Int($0) }),
            bytes.count == 2 * count + 4, bytes[2 * count + 1] == 0
        else { return [] }
        return stride(from: 1, to: 2 * count, by: 2).map { bytes[$0] }
    }
}
