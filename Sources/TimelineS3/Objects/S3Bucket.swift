import Foundation
import TimelineCore

/// The objects in a bucket.
struct S3Bucket: Sendable {
    private let name: String
    private let client: S3Client

    init(_ name: String, client: S3Client) { (self.name, self.client) = (name, client) }

    /// What is known of an object without reading it.
    struct Properties: Hashable, Sendable {
        let byteCount: Int
        /// The SHA-256 in Base64 with which the object was written, or `nil` if the server does not
        /// know it.
        let checksum: String?
    }

    /// Returns the properties of an object, or `nil` if it does not exist.
    ///
    /// The answer is also `nil` if the bucket does not exist, because the response has no body.
    func properties(of key: String) throws(S3Fault) -> Properties? {
        let response = try send(.head, key, ["x-amz-checksum-mode: ENABLED"])
        guard response.status != 404 else { return nil }
        guard response.status == 200, let byteCount = response.byteCount, byteCount >= 0 else {
            throw .malformed
        }
        return Properties(byteCount: byteCount, checksum: response.checksum)
    }

    /// Returns the bytes of an object, or `nil` if it does not exist.
    func content(of key: String) throws(S3Fault) -> Data? {
        let response = try send(.get, key, limit: S3Limits.blob)
        guard response.status != 404 else { return try nothing(response) }
        guard response.status == 200,
            response.byteCount.map({ $0 == response.body.count }) ?? true
        else { throw .malformed }
        return response.body
    }

    /// Writes an object.
    ///
    /// - Parameters:
    ///   - body: The bytes, which the server compares with their digest.
    ///   - digest: The SHA-256 of the bytes.
    ///   - key: The name.
    ///   - isReplacing: Whether to replace an object with the same name.
    /// - Returns: Whether the object was written: `false` if it exists and is not to be replaced.
    /// - Throws: ``S3Fault``.
    func write(
        _ body: S3Request.Body,
        digest: BlobID,
        to key: String,
        replacing isReplacing: Bool
    ) throws(S3Fault) -> Bool {
        var fields = [
            // The digest is part of the signature. Not all servers compare it with the bytes.
            "x-amz-content-sha256: \(digest)",
            "x-amz-checksum-sha256: \(digest.checksum)",
        ]
        if !isReplacing { fields.append("if-none-match: *") }
        let response = try send(.put, key, fields, body: body)
        guard response.status != 404 else { return try nothing(response) != nil }
        return response.status != 412
    }

    /// Copies an object within the bucket, replacing an object with the same name.
    ///
    /// - Returns: Whether the object was copied: `false` if it does not exist.
    func copy(_ key: String, to target: String) throws(S3Fault) -> Bool {
        let response = try send(
            .put,
            target,
            ["x-amz-copy-source: /\(name)/\(key)", "x-amz-content-sha256: \(Self.nothing)"]
        )
        guard response.status != 404 else { return try nothing(response) != nil }
        // S3 starts to answer before it has copied, so an error may follow a status of 200.
        guard XMLText(response.body).element("CopyObjectResult") != nil else {
            throw .refused(status: 500, code: nil)
        }
        return true
    }

    /// Deletes an object, if it exists.
    func remove(_ key: String) throws(S3Fault) {
        let response = try send(.delete, key)
        if response.status == 404 { _ = try nothing(response) }
    }

    /// Returns the first objects after a name, in ascending order.
    ///
    /// - Parameters:
    ///   - prefix: The beginning of their names.
    ///   - key: The name after which the list begins.
    ///   - limit: The maximum number of objects, at most ``S3Limits/pageSize``.
    /// - Returns: The part of the list.
    /// - Throws: ``S3Fault``.
    func objects(
        withPrefix prefix: String,
        after key: String? = nil,
        limit: Int = S3Limits.pageSize
    ) throws(S3Fault) -> ObjectListing {
        var query = [("list-type", "2"), ("max-keys", "\(limit)"), ("prefix", prefix)]
        if let key { query.append(("start-after", key)) }
        let response = try client.send(
            S3Request(
                method: .get,
                path: "/\(name)",
                query: query.map { (name: $0.0, value: $0.1) },
                limit: S3Limits.listing
            )
        )
        guard response.status == 200 else {
            throw .refused(status: response.status, code: response.code)
        }
        return try ObjectListing(response.body, prefix: prefix, after: key ?? "")
    }

    private func send(
        _ method: S3Request.Method,
        _ key: String,
        _ fields: [String] = [],
        body: S3Request.Body = .none,
        limit: Int = S3Limits.answer
    ) throws(S3Fault) -> S3Response {
        try client.send(
            S3Request(
                method: method,
                path: "/\(name)/\(key)",
                fields: fields,
                body: body,
                limit: limit
            )
        )
    }

    /// Returns `nil` for an object that does not exist.
    ///
    /// - Throws: ``S3Fault/refused(status:code:)`` if the bucket does not exist either, or something
    ///   else than S3 answers.
    private func nothing(_ response: S3Response) throws(S3Fault) -> Data? {
        guard response.code == "NoSuchKey" else {
            throw .refused(status: response.status, code: response.code)
        }
        return nil
    }

    /// The SHA-256 of no bytes.
    private static let nothing = BlobID(of: Data()).description
}

extension BlobID {
    /// The digest in Base64, as S3 returns it.
    var checksum: String { Data(bytes).base64EncodedString() }
}
