import Foundation
import TimelineServer
import TimelineSync

/// The TLS settings for connections to other devices' servers.
struct ServerEncryption {
    /// The file with the certificates of the authorities to trust, or `nil` to trust those of the
    /// system.
    let authorities: URL?

    /// Returns a function that encrypts a connection to an `https` address, or `nil` for other
    /// addresses.
    ///
    /// - Throws: ``SyncFailure/noTLS(_:)`` if this program was built without a server, or
    ///   ``SyncFailure/authoritiesUnusable(_:)``. The function throws
    ///   ``SyncFailure/certificateRejected(_:)``.
    func encryption(
        of address: PeerAddress
    ) throws(SyncFailure) -> (@Sendable (Int32) async throws -> Int32)? {
        guard address.scheme == .https else { return nil }
        #if Server
        do throws(TLSClientError) {
            let client = try TLSClient(trusting: authorities)
            return { socket in
                do throws(TLSClientError) {
                    return try await client.encrypt(socket, host: address.host)
                } catch {
                    throw SyncFailure(error, place: address.description)
                }
            }
        } catch {
            throw SyncFailure(error, place: address.description)
        }
        #else
        throw .noTLS(address.description)
        #endif
    }
}

#if Server
extension SyncFailure {
    fileprivate init(_ error: TLSClientError, place: String) {
        switch error {
        case .rejected: self = .certificateRejected(place)
        case .authoritiesUnusable(let path): self = .authoritiesUnusable(path)
        case .silence: self = .device(.silence, place: place)
        case .disconnected: self = .device(.disconnected, place: place)
        case .system(let number): self = .device(.system(errno: number), place: place)
        }
    }
}
#endif
