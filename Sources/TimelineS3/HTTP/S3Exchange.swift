import CCurl
import Foundation
import TimelineCore

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A request and its response, as libcurl sends and receives them.
///
/// A response that exceeds its limit ends the request at once.
final class S3Exchange {
    private let request: S3Request
    /// The number of bytes of the body that have been sent.
    private var sent = 0
    private var status = 0
    private var byteCount: Int?
    private var checksum: String?
    private var body = Data()
    private var headerLength = 0

    init(_ request: S3Request) { self.request = request }

    /// The response so far.
    var response: S3Response {
        S3Response(status: status, byteCount: byteCount, checksum: checksum, body: body)
    }

    /// Adds the functions of this exchange to a request.
    ///
    /// They must not be called after the exchange has been released.
    func prepare(_ request: inout timeline_object_request) {
        request.context = Unmanaged.passUnretained(self).toOpaque()
        request.give_body = { target, size, count, context in
            guard let target, let exchange = S3Exchange.at(context) else { return S3Exchange.abort }
            let buffer = UnsafeMutableRawBufferPointer(start: target, count: size * count)
            return exchange.giveBody(to: buffer) ?? S3Exchange.abort
        }
        request.take_line = { bytes, size, count, context in
            let line = UnsafeRawBufferPointer(start: bytes, count: size * count)
            return S3Exchange.at(context)?.takeLine(line) == true ? line.count : 0
        }
        request.take_body = { bytes, size, count, context in
            let part = UnsafeRawBufferPointer(start: bytes, count: size * count)
            return S3Exchange.at(context)?.takeBody(part) == true ? part.count : 0
        }
    }

    private static func at(_ context: UnsafeMutableRawPointer?) -> S3Exchange? {
        context.map { Unmanaged<S3Exchange>.fromOpaque($0).takeUnretainedValue() }
    }

    /// The result with which a function for the body ends the request, from curl.h.
    private static let abort = 0x1000_0000

    private func giveBody(to target: UnsafeMutableRawBufferPointer) -> Int? {
        let count: Int
        switch request.body {
        case .none: count = 0
        case .bytes(let content):
            let part = content.dropFirst(sent).prefix(target.count)
            target.copyBytes(from: part)
            count = part.count
        case .file(let file):
            count = pread(file.descriptor, target.baseAddress, target.count, off_t(sent))
        }
        guard count >= 0 else { return nil }
        sent += count
        return count
    }

    private func takeLine(_ bytes: UnsafeRawBufferPointer) -> Bool {
        headerLength += bytes.count
        guard headerLength <= S3Limits.header else { return false }
        let line = String(decoding: bytes, as: UTF8.self)
        if line.hasPrefix("HTTP/") {
            // A provisional response may precede the final one.
            status = line.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
            (byteCount, checksum) = (nil, nil)
        } else if let colon = line.firstIndex(of: ":") {
            let value = line[colon...].dropFirst().trimmed
            switch line[..<colon].lowercased() {
            case "content-length": byteCount = Int(value)
            case "x-amz-checksum-sha256": checksum = String(value)
            default: break
            }
        }
        return true
    }

    private func takeBody(_ bytes: UnsafeRawBufferPointer) -> Bool {
        let limit = status == 200 ? request.limit : S3Limits.answer
        guard body.count + bytes.count <= limit else { return false }
        if body.isEmpty, let byteCount, byteCount <= limit { body.reserveCapacity(byteCount) }
        body.append(contentsOf: bytes)
        return true
    }
}
