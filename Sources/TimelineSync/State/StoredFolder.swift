import TimelineCore

/// A folder that a device has synced with.
struct StoredFolder: StateValue {
    static let elementCount = 3

    let path: String
    /// Whether only the user's own devices share the folder.
    let isOwn: Bool
    let memory: FolderMemory

    init(path: String, isOwn: Bool, memory: FolderMemory) {
        self.path = path
        self.isOwn = isOwn
        self.memory = memory
    }

    init(reading reader: inout CBORReader) throws(RecordError) {
        path = try reader.text()
        isOwn = try reader.bit()
        memory = FolderMemory(decoding: Array(try reader.byteString())) ?? FolderMemory()
    }

    func write(to writer: inout CBORWriter) {
        writer.write(path)
        writer.write(bit: isOwn)
        writer.write(memory.encoded)
    }
}
