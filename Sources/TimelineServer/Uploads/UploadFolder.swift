#if Server
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
            try DurableFile.makeFolder(url)
            let path = url.appending(path: UUID().uuidString)
            let descriptor = open(path.path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
            guard descriptor >= 0, unlink(path.path) == 0 else {
                throw TimelineError.system(.creating, at: path)
            }
            return UploadedFile(field: field, name: name, descriptor: descriptor, folder: url)
        }
    }

    /// Appends bytes to a file.
    ///
    /// - Throws: `TimelineError.storageFailed`.
    func append(_ bytes: Data, to file: UploadedFile) async throws {
        try await lane.run {
            guard DurableFile.write(bytes, to: file.descriptor) else {
                throw TimelineError.system(.writing, at: file.folder)
            }
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
    let descriptor: Int32
    let folder: URL

    /// Takes ownership of an open file.
    init(field: String, name: String?, descriptor: Int32, folder: URL) {
        self.field = field
        self.name = name
        self.descriptor = descriptor
        self.folder = folder
    }

    deinit { close(descriptor) }

    /// Returns the file as a photo with the given description, which is read when it is prepared.
    func photo(alt: String?) -> PhotoSource {
        PhotoSource(byteCount: max(0, Int(lseek(descriptor, 0, SEEK_END)))) {
            // A file that cannot be read is reported when it is prepared.
            guard let content = try? Data(contentsOf: self.path, options: .alwaysMapped) else {
                return nil
            }
            return try? PictureHeader(reading: content)  // As above.
        } read: { () throws(TimelineError) in
            lseek(self.descriptor, 0, SEEK_SET)
            return try PhotoFile(descriptor: self.descriptor, name: self.name, alt: alt)
        }
    }
}
#endif
