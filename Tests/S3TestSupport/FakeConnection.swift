import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A socket that accepts connections from this machine.
final class ListeningSocket: Sendable {
    struct Failure: Error {}

    private let descriptor: Int32
    let port: UInt16

    init() throws {
        #if canImport(Glibc)
        let kind = Int32(SOCK_STREAM.rawValue)
        #else
        let kind = SOCK_STREAM
        #endif
        descriptor = socket(AF_INET, kind, 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = in_addr_t(0x7f00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let descriptor = descriptor
        let isListening = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(descriptor, address, length) == 0 && listen(descriptor, 64) == 0
                    && getsockname(descriptor, address, &length) == 0
            }
        }
        guard isListening else { throw Failure() }
        port = UInt16(bigEndian: address.sin_port)
    }

    /// Waits for a connection, and returns its descriptor, or `nil` after the end.
    func accept() -> Int32? {
        while true {
            let accepted = acceptConnection(descriptor)
            if accepted >= 0 { return accepted }
            // A signal, a client that has left, or too many open files of the tests beside these.
            guard [EINTR, ECONNABORTED, EMFILE, ENFILE].contains(errno) else { return nil }
        }
    }

    func close() {
        shutdown(descriptor, Int32(SHUT_RDWR))
        closeDescriptor(descriptor)
    }
}

/// A server that accepts connections and never answers.
package final class SilentServer: Sendable {
    private let socket: ListeningSocket

    package init() throws { socket = try ListeningSocket() }

    deinit { socket.close() }

    /// The address of the server.
    package var url: String { "http://127.0.0.1:\(socket.port)" }
}

/// A connection of the fake server.
final class FakeConnection {
    private let descriptor: Int32
    private var received = Data()
    private var method = ""

    init(_ descriptor: Int32) { self.descriptor = descriptor }

    func close() { closeDescriptor(descriptor) }

    /// Reads a request, and returns `nil` at the end of the connection.
    func request() -> FakeS3.Request? {
        let separator = Data("\r\n\r\n".utf8)
        while received.range(of: separator) == nil { guard receive() else { return nil } }
        guard let end = received.range(of: separator) else { return nil }
        let lines = String(decoding: received[..<end.lowerBound], as: UTF8.self)
            .components(separatedBy: "\r\n")
        received = Data(received[end.upperBound...])
        var fields: [String: String] = [:]
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":") else { return nil }
            let value = line[colon...].dropFirst().trimmingCharacters(in: .whitespaces)
            fields[line[..<colon].lowercased()] = value
        }
        if fields["expect"] == "100-continue" {
            guard send(Data("HTTP/1.1 100 Continue\r\n\r\n".utf8)) else { return nil }
        }
        let count = fields["content-length"].flatMap { Int($0) } ?? 0
        while received.count < count { guard receive() else { return nil } }
        let body = Data(received.prefix(count))
        received = Data(received.dropFirst(count))
        let words = lines[0].split(separator: " ")
        guard words.count == 3, let target = URLComponents(string: String(words[1])) else {
            return nil
        }
        let items = target.queryItems ?? []
        method = String(words[0])
        return FakeS3.Request(
            method: method,
            path: target.path,
            query: Dictionary(items.map { ($0.name, $0.value ?? "") }) { $1 },
            fields: fields,
            body: body
        )
    }

    /// Sends a response, and returns whether the connection stays open.
    func send(_ response: FakeResponse) -> Bool {
        let (bytes, isOpen) = response.bytes(for: method)
        return send(bytes) && isOpen
    }

    private func send(_ bytes: Data) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { sendBytes(descriptor, $0) }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    private func receive() -> Bool {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        guard count > 0 else { return false }
        received.append(contentsOf: buffer.prefix(count))
        return true
    }
}

// Inside the types, their own members would shadow these functions.

private func acceptConnection(_ descriptor: Int32) -> Int32 { accept(descriptor, nil, nil) }

private func closeDescriptor(_ descriptor: Int32) { close(descriptor) }

private func sendBytes(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    #if canImport(Darwin)
    send(descriptor, bytes.baseAddress, bytes.count, 0)
    #else
    send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
    #endif
}
