public import Foundation

/// The file of a rendition as a ``RenditionCache`` returns it.
public struct RenditionFile: Hashable, Sendable {
    /// The JPEG file.
    public let content: Data
    /// Whether the file replaces HEIC that cannot be decoded on this machine.
    ///
    /// Do not cache such a file, because the photo appears as soon as libheif is installed.
    public let isPlaceholder: Bool

    init(content: Data, isPlaceholder: Bool = false) {
        self.content = content
        self.isPlaceholder = isPlaceholder
    }
}
