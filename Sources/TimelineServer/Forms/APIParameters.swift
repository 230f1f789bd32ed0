import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import TimelineCore

/// The parameters of a call: those in its address, and those in its body in any of three encodings.
///
/// `media_ids[]=a`, `media_ids[0]=a` and `{"media_ids":["a"]}` are the same parameter `media_ids`;
/// `{"source":{"privacy":"public"}}` is `source[privacy]`.
struct APIParameters: Sendable {
    private let values: [Value]
    /// The uploaded files, in order.
    let files: [UploadedFile]
    /// The reason why a file was rejected, or `nil`.
    let fault: TimelineError?

    /// Reads the parameters of a request.
    ///
    /// - Parameters:
    ///   - request: The request, whose body is read.
    ///   - reader: The reader of forms.
    ///   - limits: The limits for the body.
    /// - Throws: A ``RequestError`` or a storage error.
    init(of request: Request, _ reader: FormReader, limits: FormLimits = .usual) async throws {
        self.init(try await Self.form(of: request, reader, limits))
    }

    /// Reads the parameters in the address of a request.
    ///
    /// - Throws: A ``RequestError``.
    init(query request: Request) throws(RequestError) { self.init(try Self.query(of: request)) }

    private init(_ form: Form) {
        let values = form.fields.map(Value.init)
        // Elements with numbers are in the order of these, and all others in that of the request.
        let isSorted = values.allSatisfy { $0.index == 0 }
        self.values =
            isSorted
            ? values
            : values.enumerated()
                .sorted { ($0.element.index, $0.offset) < ($1.element.index, $1.offset) }
                .map(\.element)
        (files, fault) = (form.files, form.fault)
    }

    /// The first value of a parameter, or `nil` if it is missing or empty.
    subscript(name: String) -> String? { text(name).flatMap { $0.isEmpty ? nil : $0 } }

    /// Returns the first value of a parameter, even if it is empty, or `nil` if it is missing.
    func text(_ name: String) -> String? { values.first { $0.name == name }?.text }

    /// Returns the values of a parameter that are not empty, in order.
    func all(_ name: String) -> [String] {
        values.filter { $0.name == name && !$0.text.isEmpty }.map(\.text)
    }

    /// Returns the objects in an array, in order, each with its members by name.
    ///
    /// `a[0][b]=c`, `a[][b]=c` and `{"a":[{"b":"c"}]}` are the same. Without numbers, an object ends
    /// before a member that it already has.
    func objects(_ name: String) -> [[String: String]] {
        var objects: [(index: Int?, members: [String: String])] = []
        for value in values where value.name.hasPrefix("\(name)[") {
            let parts = value.name.dropFirst(name.count + 1)
                .split(separator: "[", omittingEmptySubsequences: false)
            guard parts.count == 2, parts.allSatisfy({ $0.hasSuffix("]") }) else { continue }
            let member = String(parts[1].dropLast())
            let index = Int(parts[0].dropLast())
            guard index != nil || parts[0] == "]" else { continue }
            let place =
                if let index {
                    objects.firstIndex { $0.index == index }
                } else {
                    objects.indices.last.flatMap { last in
                        let isOther =
                            objects[last].index != nil
                            || objects[last].members[member] != nil
                        return isOther ? nil : last
                    }
                }
            if let place {
                objects[place].members[member] = value.text
            } else {
                objects.append((index, [member: value.text]))
            }
        }
        return objects.enumerated()
            .sorted { ($0.element.index ?? 0, $0.offset) < ($1.element.index ?? 0, $1.offset) }
            .map(\.element.members)
    }

    /// Returns whether a parameter is true, in any of the forms in which programs write it.
    func isTrue(_ name: String) -> Bool {
        ["1", "true", "t", "on", "yes"].contains(self[name]?.lowercased())
    }

    /// Returns the number of items to answer.
    func limit(_ usual: Int, atMost highest: Int, named name: String = "limit") -> Int {
        min(max(self[name].flatMap { Int($0) } ?? usual, 1), highest)
    }

    private static func form(
        of request: Request,
        _ reader: FormReader,
        _ limits: FormLimits
    ) async throws -> Form {
        var form = try query(of: request)
        guard request.method != .get, request.method != .head else { return form }
        if request.headers[.contentLength] != nil {
            guard try FormReader.length(of: request, limit: limits.bytes) > 0 else { return form }
        }
        let type = request.headers[.contentType] ?? ""
        switch type.prefix(while: { $0 != ";" }).lowercased().trimmingCharacters(in: .whitespaces) {
        case "multipart/form-data":
            let query = form
            form = try await reader.uploads.form(in: request, type: type, limits: limits)
            for field in query.fields { try form.add(field.text, to: field.name) }
        case "application/json", "text/json":
            let body = try await self.body(of: request)
            guard !body.isEmpty else { return form }
            // Foundation's parser has a limit of its own for the depth.
            let value = try? JSONSerialization.jsonObject(with: body)
            guard let object = value as? [String: Any] else { throw RequestError.malformed }
            try form.add(json: object)
        default:
            // Some programs send a form without its type.
            let body = try await self.body(of: request)
            guard let text = String(validating: body, as: UTF8.self) else {
                throw RequestError.malformed
            }
            try form.add(urlEncoded: text)
        }
        return form
    }

    private static func body(of request: Request) async throws -> Data {
        do {
            let body = try await request.body.collect(upTo: FormLimits.textBytes)
            return Data(body.readableBytesView)
        } catch is NIOTooManyBytesError {
            throw RequestError.tooLarge(limit: FormLimits.textBytes)
        }
    }

    private static func query(of request: Request) throws(RequestError) -> Form {
        try Form(urlEncoded: request.uri.query ?? "")
    }

    /// A value of a parameter.
    private struct Value: Hashable, Sendable {
        /// The name without the brackets of an array at its end.
        let name: String
        /// The number in these brackets, or 0.
        let index: Int
        let text: String

        init(_ field: Form.Field) {
            text = field.text
            guard field.name.utf8.last == UInt8(ascii: "]"),
                let start = field.name.lastIndex(of: "[")
            else {
                (name, index) = (field.name, 0)
                return
            }
            let digits = field.name[start...].dropFirst().dropLast()
            let isElement = digits.utf8.allSatisfy { (0x30...0x39).contains($0) }
            name = isElement ? String(field.name[..<start]) : field.name
            index = isElement ? Int(digits) ?? 0 : 0
        }
    }
}

extension Form {
    /// Adds the members of a JSON object, of which those that are null count as missing.
    ///
    /// - Throws: ``RequestError/tooLarge(limit:)``.
    fileprivate mutating func add(json object: [String: Any]) throws(RequestError) {
        for (name, value) in object { try add(json: value, to: name) }
    }

    /// Adds a JSON value.
    ///
    /// An empty array is an empty text, and so is null inside another object.
    private mutating func add(json value: Any, to name: String) throws(RequestError) {
        switch value {
        case let text as String: try add(text, to: name)
        case let number as NSNumber: try add("\(number)", to: name)
        case let array as [Any]:
            if array.isEmpty { try add("", to: name) }
            for (index, element) in array.enumerated() {
                try add(json: element, to: element is [String: Any] ? "\(name)[\(index)]" : name)
            }
        case let object as [String: Any]:
            for (member, value) in object {
                let name = "\(name)[\(member)]"
                try add(json: value is NSNull ? "" : value, to: name)
            }
        default: break
        }
    }
}
