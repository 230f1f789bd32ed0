/// A picture to be shared that is read when its turn comes, so that its bytes are in memory only
/// while it is prepared.
package struct PhotoSource: Sendable {
    /// The size of the file in bytes.
    let byteCount: Int
    /// Reads the header, or returns `nil` if the file has none.
    let header: @Sendable () -> PictureHeader?
    /// Reads the file on a thread that may block.
    let read: @Sendable () throws(TimelineError) -> PhotoFile

    /// Creates a source of a picture that is not in memory.
    ///
    /// - Parameters:
    ///   - byteCount: The size of the file in bytes.
    ///   - header: Reads the header without reading the file into memory, or returns `nil` if there
    ///     is none.
    ///   - read: Reads the file.
    package init(
        byteCount: Int,
        header: @escaping @Sendable () -> PictureHeader?,
        read: @escaping @Sendable () throws(TimelineError) -> PhotoFile
    ) {
        self.byteCount = byteCount
        self.header = header
        self.read = read
    }

    /// Creates a source of a picture in memory.
    init(_ file: PhotoFile) {
        self.init(byteCount: file.content.count) {
            try? file.picture().header  // The fault is reported when the picture is prepared.
        } read: { () throws(TimelineError) in
            file
        }
    }

    /// Estimates the memory that preparing the picture takes, in bytes: its file, its copies and
    /// the work of the decoder.
    func memory(_ processor: any PhotoProcessor) -> Int {
        3 * byteCount + (header().map(processor.memory(for:)) ?? 0)
    }
}
