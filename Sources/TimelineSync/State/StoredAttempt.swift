import TimelineCore

/// The last sync with a folder or address that this device has tried, even if nobody answered there.
struct StoredAttempt: StateValue, Hashable {
    static let elementCount = 6

    /// The folder or address.
    let target: String
    /// The time in milliseconds since 1970.
    let milliseconds: UInt64
    /// The code of the error, or `nil` if the sync succeeded.
    let failure: String?
    /// The paths of damaged files in the folder that this device could not replace.
    let damagedFiles: [String]
    /// The paths of damaged files in the folder that this device has replaced.
    let repairedFiles: [String]
    /// The device that last synced with this one at the place, or `nil` for a folder or if none has.
    let device: KeyID?

    init(
        target: String,
        milliseconds: UInt64,
        failure: String?,
        damagedFiles: [String] = [],
        repairedFiles: [String] = [],
        device: KeyID?
    ) {
        self.target = target
        self.milliseconds = milliseconds
        self.failure = failure
        self.damagedFiles = damagedFiles
        self.repairedFiles = repairedFiles
        self.device = device
    }

    init(reading reader: inout CBORReader) throws(RecordError) {
        target = try reader.text()
        milliseconds = try reader.unsigned()
        failure = try reader.optional { reader throws(RecordError) in try reader.text() }
        func paths() throws(RecordError) -> [String] {
            var files: [String] = []
            for _ in 0..<(try reader.array()) { files.append(try reader.text()) }
            return files
        }
        damagedFiles = try paths()
        repairedFiles = try paths()
        device = try reader.optional { reader throws(RecordError) in try reader.value() }
    }

    func write(to writer: inout CBORWriter) {
        writer.write(target)
        writer.write(milliseconds)
        writer.optional(failure) { $0.write($1) }
        for files in [damagedFiles, repairedFiles] {
            writer.array(files.count)
            for file in files { writer.write(file) }
        }
        writer.optional(device) { $0.write($1) }
    }
}
