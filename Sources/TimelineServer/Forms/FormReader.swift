import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import TimelineCore
import TimelinePages

/// Reads the forms that visitors send.
///
/// It returns a ``Form`` only if the form's token is valid, so no handler can forget the check.
struct FormReader: Sendable {
    /// The folder for files that are being uploaded.
    let uploads: UploadFolder

    /// Reads the form in a request and verifies its token.
    ///
    /// - Throws: `TimelineError.notLoggedIn` if the script sent the form after the visitor's session
    ///   has ended, a ``RequestError``, or a storage error.
    func form(
        in request: Request,
        from visitor: Visitor,
        limits: FormLimits
    ) async throws -> Form {
        do {
            return try await genuineForm(in: request, from: visitor, limits: limits)
        } catch RequestError.forged where visitor.hasEndedSession && request.prefersJSON {
            // The token belongs to the ended session. The script then opens the login page.
            throw TimelineError.notLoggedIn
        }
    }

    private func genuineForm(
        in request: Request,
        from visitor: Visitor,
        limits: FormLimits
    ) async throws -> Form {
        guard let secret = visitor.formSecret else { throw RequestError.forged }
        let token = FormToken(secret: secret)
        let type = request.headers[.contentType] ?? ""
        switch type.prefix(while: { $0 != ";" }).lowercased().trimmingCharacters(in: .whitespaces) {
        case "application/x-www-form-urlencoded":
            try Self.length(of: request, limit: FormLimits.textBytes)
            let body = try await request.body.collect(upTo: FormLimits.textBytes)
            let form = try Form(urlEncoded: String(buffer: body))
            guard Self.isGenuine(form, in: request, token: token) else { throw RequestError.forged }
            return form
        case "multipart/form-data":
            try Self.length(of: request, limit: limits.bytes)
            var upload = FormUpload(folder: uploads, limits: limits) { form in
                Self.isGenuine(form, in: request, token: token)
            }
            return try await upload.form(request.body, type: type)
        default:
            throw RequestError.malformed
        }
    }

    /// Returns the uploaded photos with their descriptions, in order.
    func photos(of form: Form) -> [PhotoSource] {
        let texts = form.all(.alt)
        return form.files.enumerated()
            .map { index, file in
                let alt = index < texts.count ? texts[index] : ""
                return file.photo(alt: alt.isEmpty ? nil : alt)
            }
    }

    /// Returns whether the visitor's token is in the header field or, if that is missing, in the
    /// form.
    private static func isGenuine(_ form: Form, in request: Request, token: FormToken) -> Bool {
        token.matches(request.headers[named: FormToken.header] ?? form[.token])
    }

    /// Returns the stated size of a request's body in bytes, before the body is read.
    @discardableResult
    static func length(of request: Request, limit: Int) throws(RequestError) -> Int {
        guard let length = request.headers[.contentLength].flatMap({ Int($0) }), length >= 0 else {
            throw .lengthMissing
        }
        guard length <= limit else { throw .tooLarge(limit: limit) }
        return length
    }
}

extension UploadFolder {
    /// Reads a form with files that an app sends, which has no token of a page.
    ///
    /// - Throws: A ``RequestError`` or a storage error.
    func form(in request: Request, type: String, limits: FormLimits) async throws -> Form {
        var upload = FormUpload(folder: self, limits: limits) { _ in true }
        return try await upload.form(request.body, type: type)
    }
}

/// Receives a form with files.
///
/// The files are written to disk as they arrive.
struct FormUpload {
    private let folder: UploadFolder
    private let limits: FormLimits
    private let isGenuine: (Form) -> Bool
    private var form = Form()
    private var part: Part?

    /// A part that is being received.
    private enum Part {
        case field(String, text: [UInt8])
        case file(UploadedFile, waiting: Data, count: Int)
        /// A file field without a selected file, or a file that was rejected.
        case unused
    }

    /// The number of bytes of a file to buffer before writing them to disk.
    private static let chunkSize = 1 << 18

    /// Prepares to receive a form.
    ///
    /// - Parameters:
    ///   - folder: The folder for the files.
    ///   - limits: The limits for the form.
    ///   - isGenuine: A closure that returns whether a form contains the visitor's token. It is
    ///     called before each file and at the end of the form.
    init(folder: UploadFolder, limits: FormLimits, isGenuine: @escaping (Form) -> Bool) {
        self.folder = folder
        self.limits = limits
        self.isGenuine = isGenuine
    }

    /// Receives the form.
    ///
    /// A file that exceeds a limit is discarded immediately. The rest of the form is still
    /// received, so that its texts can be shown again.
    mutating func form(_ body: RequestBody, type: String) async throws -> Form {
        do {
            let parameters = HeaderParameters(type.drop { $0 != ";" })
            var parser = try MultipartParser(boundary: parameters.values["boundary"] ?? "")
            for try await buffer in body {
                for event in try parser.parse(buffer.readableBytesView) {
                    try await receive(event)
                }
            }
            try parser.finish()
        } catch is MultipartError {
            throw RequestError.malformed
        }
        guard isGenuine(form) else { throw RequestError.forged }
        return form
    }

    private mutating func receive(_ event: MultipartParser.Event) async throws {
        switch event {
        case .part(let header): part = try await begin(header)
        case .content(let bytes): part = try await append(bytes)
        case .end:
            try await end()
            part = nil
        }
    }

    private mutating func begin(_ header: MultipartHeader) async throws -> Part {
        guard let name = header.fileName else { return .field(header.name, text: []) }
        guard !name.isEmpty else { return .unused }
        guard isGenuine(form) else { throw RequestError.forged }
        guard form.files.count < limits.files else {
            form.reject(.photoCountRefused(form.files.count + 1))
            return .unused
        }
        let file = try await folder.makeFile(field: header.name, name: name)
        return .file(file, waiting: Data(), count: 0)
    }

    private mutating func append(_ bytes: [UInt8]) async throws -> Part? {
        switch part {
        case .field(let name, var text):
            text += bytes
            guard text.count <= FormLimits.textBytes else {
                throw RequestError.tooLarge(limit: FormLimits.textBytes)
            }
            return .field(name, text: text)
        case .file(let file, var waiting, let count):
            let count = count + bytes.count
            guard count <= limits.fileBytes else {
                guard limits != .archive, limits != .identity else {
                    throw RequestError.tooLarge(limit: limits.fileBytes)
                }
                form.reject(.photoRefused(.tooLarge(bytes: count), name: file.name))
                return .unused
            }
            waiting += bytes
            guard waiting.count >= Self.chunkSize else {
                return .file(file, waiting: waiting, count: count)
            }
            try await folder.append(waiting, to: file)
            return .file(file, waiting: Data(), count: count)
        case .unused, nil: return part
        }
    }

    private mutating func end() async throws {
        switch part {
        case .field(let name, let text):
            guard let text = String(validating: text, as: UTF8.self) else {
                throw RequestError.malformed
            }
            try form.add(text, to: name)
        case .file(let file, let waiting, _):
            if !waiting.isEmpty { try await folder.append(waiting, to: file) }
            form.add(file)
        case .unused, nil: break
        }
    }
}
