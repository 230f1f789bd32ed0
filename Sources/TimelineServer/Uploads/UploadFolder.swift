import Foundation
import TimelineCore

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// The folder for files that are being uploaded.
///
/// Each file is deleted as soon as it has been opened, so its bytes disappear when the request or
/// the process ends.
struct UploadFolder: Sendable {
    /// The path of the folder, which is created when needed.
    let url: URL
    /// The executor that reads and writes the files on its own threads.
    let lane = BlockingExecutor(width: 2)

    /// Creates an empty file that only this process can access.
    ///
    /// - Throws: `TimelineError.storageFailed`.
    func makeFile(field: String, name: String?) async throws -> UploadedFile {
        try await lane.run { [url] in
            let folder = try OpenFolder(making: url)
            let path = UUID().uuidString
            let file = try folder.create(path)
            try folder.remove(path, synced: false)
            return UploadedFile(field: field, name: name, file: file, folder: url)
        }
    }

    /// Appends bytes to a file.
    ///
    /// - Throws: `TimelineError.storageFailed`.
    func append(_ bytes: Data, to file: UploadedFile) async throws {
        try await lane.run {
            try file.file.write(bytes)
        }
    }
}

/// An uploaded file, which is on disk but has no path.
///
/// The file is closed when the last reference to it is released.
final class UploadedFile: Sendable {
    /// The name of the form field.
    let field: String
    /// The name of the file on the visitor's disk, for messages.
    let name: String?
    let file: OpenFile
    let folder: URL

    /// The descriptor of the file.
    var descriptor: Int32 { file.descriptor }

    /// Creates an uploaded file.
    init(field: String, name: String?, file: OpenFile, folder: URL) {
        self.field = field
        self.name = name
        self.file = file
        self.folder = folder
    }

    /// Returns the file as a photo with the given description, which is read when it is prepared.
    func photo(alt: String?) -> PhotoSource {
        PhotoSource(byteCount: max(0, Int(lseek(descriptor, 0, SEEK_END)))) {
            // A file that cannot be read is reported when it is prepared.
            self.file.mappedContent().flatMap { try? PictureHeader(reading: $0) }
        } read: { () throws(TimelineError) in
            lseek(self.descriptor, 0, SEEK_SET)
            return try PhotoFile(descriptor: self.descriptor, name: self.name, alt: alt)
        }
    }
}
