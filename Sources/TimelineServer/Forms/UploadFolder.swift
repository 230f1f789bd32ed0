import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
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

    /// The position in the metadata of the picture, or `nil` if there is none.
    var position: Coordinate? { mapped?.location }

    /// Returns the date of the picture, from its metadata or its name, or `nil` if there is none.
    func date(now: Date) -> Date? {
        mapped.flatMap { PictureDate($0.dates, fileTime: nil, now: now, in: .current) }?.date
    }

    /// The reason why the file is no picture that can be posted, as far as its structure shows.
    var fault: TimelineError? {
        do {
            _ = try mapped?.picture()
            return nil
        } catch {
            return .photoRefused(error, name: name)
        }
    }

    /// The picture, whose bytes stay on disk, or `nil` if the file cannot be read.
    private var mapped: PhotoFile? {
        file.mappedContent().map { PhotoFile(content: $0, name: name) }
    }
}

extension UploadFolder {
    /// Returns an unused path in the folder, for a file that is written and then opened with
    /// ``takeOver(_:)``.
    func newPath() async throws -> URL {
        try await lane.run { [url] in
            try DurableFile.makeFolder(url)
            return DurableFile.temporaryPath(beside: url.appending(path: "download"))
        }
    }

    /// Opens a file of the folder and removes its path.
    func takeOver(_ path: URL) async throws -> UploadedFile {
        try await lane.run { [url] in
            let folder = try OpenFolder(making: url)
            let name = path.lastPathComponent
            guard let file = try folder.file(name) else {
                throw TimelineError.missingFolder(of: path)
            }
            try folder.remove(name, synced: false)
            return UploadedFile(field: "", name: nil, file: file, folder: url)
        }
    }

    /// Deletes files that a killed server has left behind, if they are older than a day.
    ///
    /// Errors are ignored, because the next start tries again.
    func removeLeftovers(at now: Date) {
        let leftovers = try? DurableFile.leftovers(in: url, olderThan: now - 86_400)  // As above.
        for path in leftovers ?? [] { try? DurableFile.remove(path) }  // As above.
    }
}

extension UploadedFile {
    /// A path under which this process can open the file again, as long as this object exists.
    var path: URL {
        #if canImport(Darwin)
        URL(filePath: "/dev/fd/\(descriptor)")
        #else
        URL(filePath: "/proc/self/fd/\(descriptor)")
        #endif
    }

    /// The number of bytes to read at a time.
    private static let chunkSize = 1 << 18

    /// Returns a response that makes browsers save the file.
    ///
    /// - Parameters:
    ///   - name: The name of the file, in ASCII without quotation marks.
    ///   - type: The media type.
    ///   - lane: The executor that reads the file.
    ///   - transfer: The export, which ends with the response.
    /// - Returns: The response.
    /// - Throws: `TimelineError.storageFailed`.
    func download(
        as name: String,
        type: String,
        on lane: BlockingExecutor,
        during transfer: Transfer
    ) throws -> Response {
        let byteCount = Int(lseek(descriptor, 0, SEEK_END))
        guard byteCount >= 0 else { throw TimelineError.system(.reading, at: folder) }
        return Response(
            status: .ok,
            headers: [
                .contentType: type, .cacheControl: "no-store",
                .contentDisposition: "attachment; filename=\"\(name)\"",
            ],
            body: ResponseBody(contentLength: byteCount) { [self] writer in
                var offset = 0
                while offset < byteCount {
                    let position = offset
                    let chunk = try await lane.run { try self.read(at: position) }
                    offset += chunk.readableBytes
                    try await writer.write(chunk)
                }
                withExtendedLifetime(transfer) {}
                try await writer.finish(nil)
            }
        )
    }

    /// Reads the bytes at a position, at least one.
    private func read(at offset: Int) throws -> ByteBuffer {
        var buffer = ByteBuffer()
        let count = buffer.writeWithUnsafeMutableBytes(minimumWritableBytes: Self.chunkSize) {
            max(0, pread(descriptor, $0.baseAddress, $0.count, off_t(offset)))
        }
        guard count > 0 else { throw TimelineError.system(.reading, at: folder) }
        return buffer
    }
}
