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
    private var form = Form()

    /// The uploaded files, in order.
    var files: [UploadedFile] { form.files }

    /// The reason why a file was rejected, or `nil`.
    var fault: TimelineError? { form.fault }

    /// Reads the parameters of a request.
    ///
    /// - Parameters:
    ///   - request: The request, whose body is read.
    ///   - reader: The reader of forms.
    ///   - limits: The limits for the body.
    /// - Throws: A ``RequestError`` or a storage error.
    init(of request: Request, _ reader: FormReader, limits: FormLimits = .usual) async throws {
        try addQuery(of: request)
        guard request.method != .get, request.method != .head else { return }
        if request.headers[.contentLength] != nil {
            guard try FormReader.length(of: request, limit: limits.bytes) > 0 else { return }
        }
        let type = request.headers[.contentType] ?? ""
        switch type.prefix(while: { $0 != ";" }).lowercased().trimmingCharacters(in: .whitespaces) {
        case "multipart/form-data":
            let query = form
            form = try await reader.uploads.form(in: request, type: type, limits: limits)
            for (name, texts) in query.texts { try add(texts, to: name) }
            try normalize()
        case "application/json", "text/json":
            let body = try await Self.body(of: request)
            guard !body.isEmpty else { return }
            // Foundation's parser has a limit of its own for the depth.
            let value = try? JSONSerialization.jsonObject(with: body)
            guard let object = value as? [String: Any] else { throw RequestError.malformed }
            try add(object, below: nil)
        default:
            // Some programs send a form without its type.
            let body = try await Self.body(of: request)
            guard let text = String(validating: body, as: UTF8.self) else {
                throw RequestError.malformed
            }
            let form = try Form(urlEncoded: text)
            for (name, texts) in form.texts { try add(texts, to: name) }
        }
    }

    /// Reads the parameters in the address of a request.
    ///
    /// - Throws: A ``RequestError``.
    init(query request: Request) throws(RequestError) { try addQuery(of: request) }

    /// The first value of a parameter, or `nil` if it is missing or empty.
    subscript(name: String) -> String? {
        form.texts[name]?.first.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Returns the first value of a parameter, even if it is empty, or `nil` if it is missing.
    func text(_ name: String) -> String? { form.texts[name]?.first }

    /// Returns all values of a parameter, in order.
    func all(_ name: String) -> [String] { form.texts[name] ?? [] }

    /// Returns whether a parameter is true, in any of the forms in which programs write it.
    func isTrue(_ name: String) -> Bool {
        ["1", "true", "t", "on", "yes"].contains(self[name]?.lowercased())
    }

    /// Returns the number of items to answer.
    func limit(_ usual: Int, atMost highest: Int, named name: String = "limit") -> Int {
        min(max(self[name].flatMap { Int($0) } ?? usual, 1), highest)
    }

    private static func body(of request: Request) async throws -> Data {
        do {
            let body = try await request.body.collect(upTo: FormLimits.textBytes)
            return Data(body.readableBytesView)
        } catch is NIOTooManyBytesError {
            throw RequestError.tooLarge(limit: FormLimits.textBytes)
        }
    }

    private mutating func addQuery(of request: Request) throws(RequestError) {
        let query = try Form(urlEncoded: request.uri.query ?? "")
        for (name, texts) in query.texts { try add(texts, to: name) }
    }

    private mutating func add(_ texts: [String], to name: String) throws(RequestError) {
        for text in texts { try form.add(text, to: Self.normalized(name)) }
    }

    /// Gives the parameters of a form with files the names without brackets.
    private mutating func normalize() throws(RequestError) {
        for (name, texts) in form.texts where Self.normalized(name) != name {
            form.remove(name)
            try add(texts, to: name)
        }
    }

    /// Returns a name without the brackets of an array.
    private static func normalized(_ name: String) -> String {
        name.replacing(/\[[0-9]*\]$/, with: "")
    }

    /// Adds the members of a JSON object.
    private mutating func add(_ object: [String: Any], below parent: String?) throws(RequestError) {
        for (name, value) in object {
            try add(value, to: parent.map { "\($0)[\(name)]" } ?? name)
        }
    }

    private mutating func add(_ value: Any, to name: String) throws(RequestError) {
        switch value {
        case let text as String: try form.add(text, to: name)
        case let number as NSNumber: try form.add("\(number)", to: name)
        case let array as [Any]: for element in array { try add(element, to: name) }
        case let object as [String: Any]: try add(object, below: name)
        default: break
        }
    }
}
