/// The properties of the pictures in a HEIC file (ISO/IEC 23008-12, section 9.3): what `iprp` holds.
struct HEICProperties {
    private enum Property {
        case size(PixelSize)
        case cleanAperture(PixelSize)
        case decoderConfiguration
        case other
    }

    /// The properties in the order of the file; items name them by their place, counted from 1.
    private let properties: [Property]
    private let boxes: ByteReader

    /// Reads the properties of all items.
    init(reading boxes: ByteReader) throws(PhotoFault) {
        guard var container = try MediaBox.first("ipco", in: boxes) else { throw .damaged(.heic) }
        var properties: [Property] = []
        // No item can name a property after these: its place would need more than 15 bits.
        while container.remaining > 0, properties.count < 0x7FFF {
            properties.append(try Self.property(try MediaBox(reading: &container)))
        }
        self.properties = properties
        self.boxes = boxes
    }

    /// Whether there is a picture that is coded as HEVC.
    var haveHEVC: Bool {
        properties.contains { if case .decoderConfiguration = $0 { true } else { false } }
    }

    /// The largest size of all.
    var largestSize: PixelSize? {
        properties.compactMap { if case .size(let size) = $0 { size } else { nil } }
            .max { $0.area < $1.area }
    }

    /// The size of an item, cut down to its clean aperture; nil if the file does not say.
    func size(of item: Int) throws(PhotoFault) -> PixelSize? {
        var coded: PixelSize?
        var aperture: PixelSize?
        for place in try places(of: item) where properties.indices.contains(place - 1) {
            switch properties[place - 1] {
            case .size(let size): coded = coded ?? size
            case .cleanAperture(let size): aperture = aperture ?? size
            case .decoderConfiguration, .other: continue
            }
        }
        guard let coded, let aperture else { return coded }
        // The coded picture is what a decoder makes room for.
        try coded.check(.heic)
        guard aperture.width <= coded.width, aperture.height <= coded.height else {
            throw .damaged(.heic)
        }
        return aperture
    }

    /// The places of an item's properties: in one of the `ipma` boxes, or nowhere.
    private func places(of item: Int) throws(PhotoFault) -> [Int] {
        var boxes = boxes
        while boxes.remaining > 0 {
            let box = try MediaBox(reading: &boxes)
            if box.type == "ipma", let places = try Self.places(of: item, in: box.content) {
                return places
            }
        }
        return []
    }

    private static func places(of item: Int, in content: ByteReader) throws(PhotoFault) -> [Int]? {
        var content = content
        let itemLength = try content.byte() == 0 ? 2 : 4
        let placeLength = try content.bigEndian(3) & 1 == 0 ? 1 : 2
        for _ in 0..<(try content.bigEndian(4)) {
            let found = try content.bigEndian(itemLength) == item
            let count = try content.bigEndian(1)
            if found { return try places(count, ofLength: placeLength, in: &content) }
            try content.skip(count * placeLength)
        }
        return nil
    }

    /// The first bit of each place tells whether a reader must know the property.
    private static func places(
        _ count: Int,
        ofLength length: Int,
        in content: inout ByteReader
    ) throws(PhotoFault) -> [Int] {
        var places: [Int] = []
        for _ in 0..<count {
            places.append(try content.bigEndian(length) & (length == 1 ? 0x7F : 0x7FFF))
        }
        return places
    }

    private static func property(_ box: MediaBox) throws(PhotoFault) -> Property {
        switch box.type {
        case "ispe": .size(try size(box.content))
        case "clap": .cleanAperture(try cleanAperture(box.content))
        case "hvcC": .decoderConfiguration
        default: .other
        }
    }

    /// `ispe`, the size of a picture before `clap`, `irot` and `imir` are applied (6.5.3).
    private static func size(_ content: ByteReader) throws(PhotoFault) -> PixelSize {
        var content = content
        try content.skip(4)
        return PixelSize(width: try content.bigEndian(4), height: try content.bigEndian(4))
    }

    /// `clap`, the part of a picture that is shown, as fractions (ISO/IEC 14496-12, section 12.1.4).
    ///
    /// Coders that fill up small pictures to their block size write it.
    private static func cleanAperture(_ content: ByteReader) throws(PhotoFault) -> PixelSize {
        var content = content
        let width = (try content.bigEndian(4), try content.bigEndian(4))
        let height = (try content.bigEndian(4), try content.bigEndian(4))
        guard width.1 > 0, height.1 > 0 else { throw .damaged(.heic) }
        return PixelSize(width: width.0 / width.1, height: height.0 / height.1)
    }
}
