import TimelineCore

/// The size and the time of the last change of a file, by which changes of the file are noticed.
///
/// Neither a cloud service nor another program can change a file without changing its stamp.
package struct FileStamp: Hashable, Sendable {
    /// The size in bytes.
    package let byteCount: UInt64
    /// The time of the last change of the content or the attributes, in nanoseconds since 1970.
    package let changed: UInt64

    /// Creates a stamp.
    package init(byteCount: UInt64, changed: UInt64) {
        (self.byteCount, self.changed) = (byteCount, changed)
    }

    init(_ entry: OpenFolder.Entry) {
        // An item that is not a regular file has a size that no file has.
        byteCount = entry.kind == .file ? UInt64(clamping: entry.byteCount) : .max
        changed = UInt64(clamping: entry.changed)
    }
}
