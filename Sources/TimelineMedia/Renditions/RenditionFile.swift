public import Foundation

/// The file of a rendition, as returned by ``RenditionCache``.
public struct RenditionFile: Hashable, Sendable {
    /// The JPEG file.
    public let content: Data
    /// Whether the file is a placeholder for a HEIC photo that cannot be decoded on this machine.
    ///
    /// Do not cache such a file, because the photo appears as soon as libheif is installed.
    public let isPlaceholder: Bool

    init(content: Data, isPlaceholder: Bool = false) {
        self.content = content
        self.isPlaceholder = isPlaceholder
    }
}
