import Foundation
import TimelineCore

/// The keys for S3, which no text, log or error contains.
struct S3Credentials: Sendable {
    /// The ID of the access key, which is not secret.
    let key: String
    /// The secret with which requests are signed.
    let secret: String
    /// The token of a temporary key.
    let token: String?

    /// Creates credentials, or returns `nil` if a part is empty or has other characters than
    /// visible ASCII.
    ///
    /// A line break could otherwise add fields to a request.
    init?(key: String, secret: String, token: String?) {
        let token = token == "" ? nil : token
        let parts = [key, secret] + (token.map { [$0] } ?? [])
        guard parts.allSatisfy(Self.isUsable) else { return nil }
        (self.key, self.secret, self.token) = (key, secret, token)
    }

    private static func isUsable(_ text: String) -> Bool {
        1...8192 ~= text.utf8.count && text.utf8.allSatisfy { 33...126 ~= $0 }
    }
}

extension S3Credentials: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    var description: String { "\(Self.self)" }
    var debugDescription: String { description }
    var customMirror: Mirror { Mirror(self, children: []) }
}

extension S3Credentials {
    /// Finds the credentials in variables of the environment or in the file that AWS's programs
    /// share.
    ///
    /// - Parameter environment: The variables `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY` and
    ///   `AWS_SESSION_TOKEN`; otherwise `AWS_SHARED_CREDENTIALS_FILE` or `HOME` for the file, and
    ///   `AWS_PROFILE` for the profile.
    /// - Throws: ``TimelineError/storageFailed(_:)`` if there are none, or the file cannot be read.
    init(environment: [String: String]) throws(TimelineError) {
        let found: S3Credentials?
        if let key = environment.value("AWS_ACCESS_KEY_ID") {
            found = S3Credentials(
                key: key,
                secret: environment.value("AWS_SECRET_ACCESS_KEY") ?? "",
                token: environment.value("AWS_SESSION_TOKEN")
            )
        } else {
            let profile = environment.value("AWS_PROFILE") ?? "default"
            let values = try Self.file(environment).map { Self.profile(profile, in: $0) } ?? [:]
            found = S3Credentials(
                key: values["aws_access_key_id"] ?? "",
                secret: values["aws_secret_access_key"] ?? "",
                token: values["aws_session_token"]
            )
        }
        guard let found else { throw .missingCredentials }
        self = found
    }

    /// Returns the content of the shared file, or `nil` if it does not exist.
    private static func file(_ environment: [String: String]) throws(TimelineError) -> String? {
        let path: URL
        if let file = environment.value("AWS_SHARED_CREDENTIALS_FILE") {
            path = URL(filePath: file)
        } else if let home = environment.value("HOME") {
            path = URL(filePath: home).appending(path: ".aws/credentials")
        } else {
            return nil
        }
        // Where containers get their secrets as files, these are symbolic links.
        let target = path.resolvingSymlinksInPath()
        let folder = try OpenFolder(target.deletingLastPathComponent())
        return try folder?.read(target.lastPathComponent, limit: 1 << 20)
            .map { String(decoding: $0, as: UTF8.self) }
    }

    /// Returns the values of a profile in a file of sections.
    static func profile(_ name: String, in file: String) -> [String: String] {
        var values: [String: String] = [:]
        var section: Substring = ""
        for line in file.split(whereSeparator: \.isNewline) {
            let line = line.trimmed
            guard let first = line.first, first != "#", first != ";" else { continue }
            if first == "[" {
                section = line.dropFirst().prefix { $0 != "]" }.trimmed
            } else if section == name, let sign = line.firstIndex(of: "=") {
                let key = line[..<sign].trimmed.lowercased()
                values[key] = String(line[sign...].dropFirst().trimmed)
            }
        }
        return values
    }
}

extension [String: String] {
    /// Returns the value of a variable, or `nil` if it is not set or empty.
    func value(_ name: String) -> String? { self[name].flatMap { $0.isEmpty ? nil : $0 } }
}

extension Substring {
    /// The text without leading and trailing white space.
    var trimmed: Substring {
        let start = drop(while: \.isWhitespace)
        return start.lastIndex { !$0.isWhitespace }.map { start[...$0] } ?? ""
    }
}
