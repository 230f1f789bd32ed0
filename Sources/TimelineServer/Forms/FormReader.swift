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
            var upload = Upload(folder: uploads, limits: limits) { form in
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
    ///
    /// - Throws: ``RequestError/lengthMissing`` or ``RequestError/tooLarge(limit:)``.
    @discardableResult
    static func length(of request: Request, limit: Int) throws(RequestError) -> Int {
        guard let length = request.headers[.contentLength].flatMap({ Int($0) }), length >= 0 else {
            throw .lengthMissing
        }
        guard length <= limit else { throw .tooLarge(limit: limit) }
        return length
    }
}
