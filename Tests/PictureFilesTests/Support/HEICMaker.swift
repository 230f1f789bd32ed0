import Foundation

/// A builder of HEIC files from items.
enum HEICMaker {
    /// An item of a file.
    struct Item {
        let id: Int
        let type: String
        let content: Data
        var name = ""
        /// The maximum length of each of the item's extents.
        var extentLimit = Int.max

        /// Returns the offsets and lengths of the item's extents in a file that contains its bytes
        /// at the given offset.
        fileprivate func extents(at offset: Int) -> [(Int, Int)] {
            guard content.count > extentLimit else { return [(offset, content.count)] }
            return stride(from: 0, to: content.count, by: extentLimit)
                .map { (offset + $0, min(extentLimit, content.count - $0)) }
        }
    }

    /// Returns a file that declares a picture of 64 × 64 pixels but does not contain its coded
    /// pixels.
    ///
    /// - Parameters:
    ///   - items: The items. Their bytes are in one `mdat` box, in the same order.
    ///   - handler: The name of the handler.
    ///   - properties: Additional boxes in `ipco`.
    ///   - rest: Bytes in the `mdat` box after those of the items.
    /// - Returns: The file.
    static func file(
        _ items: [Item],
        handler: String = "",
        properties: Data = Data(),
        rest: Data = Data()
    ) -> Data {
        let content = items.reduce(Data()) { $0 + $1.content } + rest
        return head(items, properties, handler: handler) { start in
            var position = start + 8
            return items.map { item in
                defer { position += item.content.count }
                return item.extents(at: position)
            }
        } + PictureBytes.box("mdat", content)
    }

    /// Returns a file in which three Exif items have many empty extents.
    ///
    /// All extents are at the end of the file, after many empty `mdat` boxes.
    static func empty(boxes: Int, extents: Int) -> Data {
        let items = (1...3).map { Item(id: $0, type: "Exif", content: Data()) }
        let places = Data((0..<boxes).flatMap { _ in PictureBytes.box("mdat") })
        return head(items, Data()) { start in
            let place = (start + places.count, 0)
            return items.map { _ in Array(repeating: place, count: extents / 3) }
        } + places
    }

    /// Returns the boxes that precede the bytes of the items.
    ///
    /// - Parameters:
    ///   - items: The items.
    ///   - properties: Additional boxes in `ipco`.
    ///   - handler: The name of the handler.
    ///   - extents: A closure that returns the offset and the length of each item's extents, given
    ///     the length of the result.
    /// - Returns: The boxes.
    private static func head(
        _ items: [Item],
        _ properties: Data,
        handler: String = "",
        extents: (Int) -> [[(Int, Int)]]
    ) -> Data {
        let build = { (extents: [[(Int, Int)]]) -> Data in
            let size = PictureBytes.box(
                "ispe",
                Data(count: 4) + PictureBytes.big(64, 4) + PictureBytes.big(64, 4)
            )
            let coding = PictureBytes.box("hvcC", Data(count: 23))
            let boxes = [
                PictureBytes.box(
                    "hdlr",
                    Data(count: 8) + Data("pict".utf8) + Data(count: 12)
                        + Data((handler + "\0").utf8)
                ),
                entries(items), locations(items, extents),
                PictureBytes.box("iprp", PictureBytes.box("ipco", size, coding, properties)),
            ]
            return PictureBytes.box("ftyp", Data("heic\0\0\0\0mif1heic".utf8))
                + PictureBytes.box("meta", boxes.reduce(Data(count: 4), +))
        }
        return build(extents(build(extents(0)).count))
    }

    private static func entries(_ items: [Item]) -> Data {
        let entries = items.map { item in
            PictureBytes.box(
                "infe",
                Data([2, 0, 0, 0]) + PictureBytes.big(item.id, 2) + Data(count: 2)
                    + Data((item.type + item.name + "\0").utf8)
            )
        }
        return PictureBytes.box(
            "iinf",
            entries.reduce(Data(count: 4) + PictureBytes.big(items.count, 2), +)
        )
    }

    /// Returns an `iloc` box whose offsets and lengths have four bytes.
    private static func locations(_ items: [Item], _ extents: [[(Int, Int)]]) -> Data {
        var content = Data([0, 0, 0, 0, 0x44, 0]) + PictureBytes.big(items.count, 2)
        for (item, extents) in zip(items, extents) {
            content += PictureBytes.big(item.id, 2) + Data(count: 2)
            content += PictureBytes.big(extents.count, 2)
            for (offset, length) in extents {
                content += PictureBytes.big(offset, 4) + PictureBytes.big(length, 4)
            }
        }
        return PictureBytes.box("iloc", content)
    }
}
