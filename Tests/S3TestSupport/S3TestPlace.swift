import Foundation
package import TimelineCore
package import TimelineS3

/// An empty place for blobs in S3, with the leases that its processes share.
///
/// It is on the server in the environment (`TIMELINE_S3_TEST`, an address, and the variables of
/// AWS), or on a fake server in this process.
package struct S3TestPlace: Sendable {
    /// Whether the environment names a server.
    package static var isReal: Bool { environment["TIMELINE_S3_TEST"] != nil }

    /// Whether tests may end parts of the server, which a script controls.
    package static var hasFaults: Bool {
        isReal && environment["TIMELINE_S3_FAULTS"] != nil
            && environment["TIMELINE_S3_CONTROL"] != nil
    }

    /// The variables of this process.
    package static var environment: [String: String] { ProcessInfo.processInfo.environment }

    /// The fake server, or `nil` if there is a real one.
    package let server: FakeS3?
    /// The address of the place.
    package let address: S3Address
    /// The settings for the server.
    package let settings: S3Settings
    /// The leases of the first process.
    package let leases: InMemoryBlobLeases

    /// Creates an empty place.
    ///
    /// - Parameters:
    ///   - server: The fake server to use even if the environment names another. It ends with the
    ///     last reference to it.
    ///   - leases: The leases.
    /// - Throws: An error if the address or the settings are not valid, or no server starts.
    package init(
        on server: FakeS3? = nil,
        leases: InMemoryBlobLeases = InMemoryBlobLeases()
    ) throws {
        let name = "test-\(UUID().uuidString.lowercased())"
        if server == nil, let address = Self.environment["TIMELINE_S3_TEST"] {
            self.server = nil
            self.address = try S3Address("\(address)/\(name)")
            settings = try S3Settings(environment: Self.environment)
        } else {
            let server = try server ?? FakeS3.shared.get()
            self.server = server
            address = try S3Address("s3://\(FakeS3.bucket)/\(name)")
            settings = try S3Settings(environment: Self.variables(for: server.url))
        }
        self.leases = leases
    }

    /// Returns the variables of the environment for a server without real keys.
    package static func variables(for url: String) -> [String: String] {
        [
            "AWS_ENDPOINT_URL_S3": url, "AWS_ACCESS_KEY_ID": "KEY",
            "AWS_SECRET_ACCESS_KEY": "the-secret-of-tests",
        ]
    }

    /// Opens the place, as another process would.
    package func open() throws -> S3BlobStore {
        try open(leases: InMemoryBlobLeases(sharing: leases))
    }

    /// Opens the place with other leases.
    package func open(leases: any BlobLeases) throws -> S3BlobStore {
        try S3BlobStore(address, settings: settings, leases: leases)
    }
}
