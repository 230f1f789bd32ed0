import Foundation

/// The properties of the items in a HEIC file (ISO/IEC 23008-12, section 9.3): the `iprp` box.
///
/// All properties are in one list. Each item refers to its properties by index, in the order in
/// which decoders apply them. This type computes sizes only: `ispe`, cropped by `clap` and rotated
/// by `irot`.
struct HEICProperties {
    /// A property, classified by its effect on the size or the coding of a picture.
    private enum Property {
        /// The size of a coded picture (`ispe`).
        case size(PixelSize)
        /// The size of the visible part of a picture (`clap`).
        case cleanAperture(PixelSize)
        /// A rotation by 90° or 270° (`irot`).
        case quarterTurn
        /// The configuration of an HEVC decoder (`hvcC`).
        case decoderConfiguration
        /// Any other property, such as mirroring, which does not change the size.
        case other
    }

    /// The properties in the order of the file.
    ///
    /// Items refer to them by indices that start at 1.
    private let properties: [Property]
    /// The content of `iprp`, from which the boxes that assign properties to items are read.
    private let content: ByteReader

    /// Reads the properties of all items.
    init(reading box: HEICBox, in file: Data) throws(PictureError) {
        content = box.reader(in: file)
        guard let container = try HEICBox.first("ipco", in: content) else { throw .damaged(.heic) }
        var boxes = container.reader(in: file)
        var properties: [Property] = []
        // No item can refer to a property after these, because its index would need more than 15
        // bits.
        while boxes.remaining > 0, properties.count < 0x7FFF {
            let box = try HEICBox(reading: &boxes)
            properties.append(try Self.property(box.type, content: box.reader(in: file)))
        }
        self.properties = properties
    }

    /// Whether any of the pictures is coded as HEVC.
    var haveHEVC: Bool {
        properties.contains { if case .decoderConfiguration = $0 { true } else { false } }
    }

    /// The largest size of any picture, or `nil` if none is stated.
    var largestSize: PixelSize? {
        properties.compactMap { if case .size(let size) = $0 { size } else { nil } }
            .max { $0.area < $1.area }
    }

    /// Returns the size of an item after its clean aperture and its rotation are applied in their
    /// stored order, or `nil` if it has no size.
    ///
    /// A clean aperture larger than the picture is a fault. The coded size must also be within the
    /// limits, because a decoder allocates the whole picture before cropping it.
    ///
    /// - Parameters:
    ///   - item: The ID of an item.
    ///   - file: The bytes of the file.
    /// - Returns: The size of the picture as shown.
    /// - Throws: ``PictureError/damaged(_:)`` if the structure is invalid, or
    ///   ``PictureError/tooManyPixels(width:height:)`` if the coded picture is too large.
    func size(of item: Int, in file: Data) throws(PictureError) -> PixelSize? {
        let own = try indices(of: item, in: file).filter { properties.indices.contains($0 - 1) }
            .map { properties[$0 - 1] }
        let sizes = own.lazy.compactMap { if case .size(let size) = $0 { size } else { nil } }
        guard var size = sizes.first else { return nil }
        // A decoder allocates the whole coded picture, so its size is checked, too.
        if own.contains(where: { if case .cleanAperture = $0 { true } else { false } }) {
            try size.check(.heic)
        }
        var isCut = false
        for property in own {
            switch property {
            case .quarterTurn: size = size.transposed
            case .cleanAperture(let aperture) where !isCut:
                guard aperture.width <= size.width, aperture.height <= size.height else {
                    throw .damaged(.heic)
                }
                size = aperture
                isCut = true
            default: continue
            }
        }
        return size
    }

    /// Reads the indices of an item's properties from all `ipma` boxes.
    ///
    /// Returns an empty list if no box contains the item.
    private func indices(of item: Int, in file: Data) throws(PictureError) -> [Int] {
        var boxes = content
        while boxes.remaining > 0 {
            let box = try HEICBox(reading: &boxes)
            guard box.type == "ipma" else { continue }
            if let indices = try Self.indices(of: item, box.reader(in: file)) { return indices }
        }
        return []
    }

    /// Reads the indices of an item's properties from one `ipma` box.
    ///
    /// Returns `nil` if the box does not contain the item.
    private static func indices(
        of item: Int,
        _ content: ByteReader
    ) throws(PictureError) -> [Int]? {
        var content = content
        let itemLength = try content.byte() == 0 ? 2 : 4
        let indexLength = try content.bigEndian(3) & 1 == 0 ? 1 : 2
        for _ in 0..<(try content.bigEndian(4)) {
            let isItem = try content.bigEndian(itemLength) == item
            let count = try content.bigEndian(1)
            if isItem { return try indices(count, ofLength: indexLength, in: &content) }
            try content.skip(count * indexLength)
        }
        return nil
    }

    /// Reads indices and removes their first bit, which marks essential properties.
    private static func indices(
        _ count: Int,
        ofLength length: Int,
        in content: inout ByteReader
    ) throws(PictureError) -> [Int] {
        var indices: [Int] = []
        for _ in 0..<count {
            indices.append(try content.bigEndian(length) & (length == 1 ? 0x7F : 0x7FFF))
        }
        return indices
    }

    /// Reads a property, ignoring the content of unknown types.
    private static func property(
        _ type: String,
        content: ByteReader
    ) throws(PictureError) -> Property {
        switch type {
        case "ispe": .size(try size(content))
        case "clap": .cleanAperture(try cleanAperture(content))
        case "irot": try isQuarterTurn(content) ? .quarterTurn : .other
        case "hvcC": .decoderConfiguration
        default: .other
        }
    }

    /// Reads `ispe`, the size of a picture before `clap`, `irot` and `imir` are applied (section
    /// 6.5.3).
    private static func size(_ content: ByteReader) throws(PictureError) -> PixelSize {
        var content = content
        try content.skip(4)
        return PixelSize(width: try content.bigEndian(4), height: try content.bigEndian(4))
    }

    /// Reads `clap`, the visible part of a picture, stated as fractions (ISO/IEC 14496-12, section
    /// 12.1.4).
    ///
    /// Encoders write it when they pad small pictures to their block size.
    private static func cleanAperture(_ content: ByteReader) throws(PictureError) -> PixelSize {
        var content = content
        let width = (try content.bigEndian(4), try content.bigEndian(4))
        let height = (try content.bigEndian(4), try content.bigEndian(4))
        guard width.1 > 0, height.1 > 0 else { throw .damaged(.heic) }
        return PixelSize(width: width.0 / width.1, height: height.0 / height.1)
    }

    /// Reads `irot`, a rotation in steps of 90° (section 6.5.10), and returns whether it swaps
    /// width and height.
    private static func isQuarterTurn(_ content: ByteReader) throws(PictureError) -> Bool {
        var content = content
        return try content.byte() & 1 == 1
    }
}
