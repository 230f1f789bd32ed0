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
    ///
    /// - Throws: `TimelineError.storageFailed`.
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
    ///
    /// - Throws: `TimelineError.storageFailed`.
    private func read(at offset: Int) throws -> ByteBuffer {
        var buffer = ByteBuffer()
        let count = buffer.writeWithUnsafeMutableBytes(minimumWritableBytes: Self.chunkSize) {
            max(0, pread(descriptor, $0.baseAddress, $0.count, off_t(offset)))
        }
        guard count > 0 else { throw TimelineError.system(.reading, at: folder) }
        return buffer
    }
}
