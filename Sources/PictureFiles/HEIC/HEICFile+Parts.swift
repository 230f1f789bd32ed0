import Foundation

extension HEICFile {
    /// The maximum number of pictures, coded and derived, of which a picture may consist.
    ///
    /// A photo of 48 megapixels has 192 tiles.
    private static let partLimit = 4096
    /// The maximum number of pictures that contain each other, such as a tile in a cropped grid.
    private static let depthLimit = 4

    /// Whether the primary picture consists of few enough pictures to be decoded.
    ///
    /// A grid may refer to itself, or to grids of grids, and libheif up to 1.15 then decodes until
    /// the memory is full: 662 bytes took 23 GB.
    package var hasBoundedParts: Bool {
        do throws(PictureError) {
            let parts = try parts()
            guard let box = metaBoxes.first(where: { $0.type == "pitm" }) else {
                return parts.isEmpty
            }
            return Self.isBounded(try Self.primaryItem(box.reader(in: content)), parts)
        } catch {
            return false
        }
    }

    /// Returns whether an item consists of few enough parts, each of which may have parts again.
    private static func isBounded(_ item: Int, _ parts: [Int: [Int]]) -> Bool {
        var count = 0
        func isBounded(_ item: Int, depth: Int) -> Bool {
            count += 1
            guard depth <= depthLimit, count <= partLimit else { return false }
            return (parts[item] ?? []).allSatisfy { isBounded($0, depth: depth + 1) }
        }
        return isBounded(item, depth: 1)
    }

    /// Returns the items of which each derived picture consists: its references of the type `dimg`
    /// (ISO/IEC 14496-12, section 8.11.12).
    ///
    /// - Throws: ``PictureError/damaged(_:)``.
    private func parts() throws(PictureError) -> [Int: [Int]] {
        guard let box = metaBoxes.first(where: { $0.type == "iref" }) else { return [:] }
        guard box.content.count >= 4 else { throw .damaged(.heic) }
        let idLength = content[box.content.lowerBound] == 0 ? 2 : 4
        var parts: [Int: [Int]] = [:]
        let relations = try HEICBox.all(
            in: content,
            box.content.lowerBound + 4..<box.content.upperBound
        )
        for relation in relations where relation.type == "dimg" {
            var reader = relation.reader(in: content)
            let item = try reader.bigEndian(idLength)
            for _ in 0..<(try reader.bigEndian(2)) {
                parts[item, default: []].append(try reader.bigEndian(idLength))
            }
        }
        return parts
    }
}
