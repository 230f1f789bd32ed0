import Foundation
import TimelineCore

/// The form of a precedence in the column `user.username_precedence`: a byte, followed by the stamp
/// of the oldest follow.
///
/// The bytes have the same order as the precedences, so the `user_username` index sorts claims.
extension UsernameClaim.Precedence {
    /// Reads the column.
    init(_ bytes: Data) {
        switch bytes.first {
        case 0: self = .local
        case 1: self = PushID(bytes: bytes.dropFirst()).map { .followed(since: $0) } ?? .other
        default: self = .other
        }
    }

    /// The bytes in the column.
    var bytes: Data {
        switch self {
        case .local: Data([0])
        case .followed(let stamp): Data([1]) + stamp.bytes
        case .other: Data([2])
        }
    }
}

extension SharedTables {
    /// Returns the stored precedence of a user's claims.
    func precedence(of rowID: Int64) throws -> UsernameClaim.Precedence {
        try statement("SELECT username_precedence FROM user WHERE id = ?")
            .first(rowID) { UsernameClaim.Precedence($0.data(0)) } ?? .other
    }

    /// Returns the precedence that the follows by local users give to a user.
    ///
    /// The statement makes one lookup for each local user.
    func followedPrecedence(of rowID: Int64) throws -> UsernameClaim.Precedence {
        let oldest = try statement(
            """
            SELECT min(f.stamp) FROM user l CROSS JOIN follow f ON f.follower = l.id
            WHERE l.username_precedence = x'00' AND f.followed = ?
            """
        )
        .first(rowID) { $0.optionalPushID(0) }
        return (oldest ?? nil).map { .followed(since: $0) } ?? .other
    }

    /// Returns the users that a user follows.
    func followed(by rowID: Int64) throws -> [Int64] {
        try statement("SELECT followed FROM follow WHERE follower = ?")
            .all(rowID) { $0.int64(0) }
    }
}
