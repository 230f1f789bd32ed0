public import Foundation

/// A user's profile with its counts, as a viewer sees it.
public struct ProfileView: Hashable, Sendable, Codable {
    /// The user.
    public let user: User
    /// When the oldest of the user's keys and profile fields was made, usually at their sign-up.
    public let joinedAt: Date
    /// The number of the user's posts.
    public let postCount: Int
    /// The number of followers.
    public package(set) var followerCount: Int
    /// The number of users that this user follows.
    public package(set) var followingCount: Int
    /// Whether the viewer follows the user.
    public package(set) var followedByViewer: Bool
    /// Whether the user follows the viewer.
    public package(set) var followsViewer: Bool

    /// Whether the viewer has blocked the user.
    public package(set) var blockedByViewer: Bool
    /// Whether the user has blocked the viewer.
    public package(set) var blocksViewer: Bool

    /// Creates a profile view.
    public init(
        user: User,
        joinedAt: Date,
        postCount: Int,
        followerCount: Int,
        followingCount: Int,
        followedByViewer: Bool,
        followsViewer: Bool,
        blockedByViewer: Bool,
        blocksViewer: Bool
    ) {
        self.user = user
        self.joinedAt = joinedAt
        self.postCount = postCount
        self.followerCount = followerCount
        self.followingCount = followingCount
        self.followedByViewer = followedByViewer
        self.followsViewer = followsViewer
        self.blockedByViewer = blockedByViewer
        self.blocksViewer = blocksViewer
    }
}

/// A change to some fields of a profile.
///
/// Fields that are `nil` remain unchanged.
///
/// ```swift
/// let profile = try await session.updateProfile(
///     ProfileUpdate(displayName: .set("Leia Organa"), bio: .cleared)
/// )
/// ```
public struct ProfileUpdate: Hashable, Sendable {
    /// The new username.
    public var username: Username?
    /// The new display name, up to 64 characters long.
    public var displayName: Field<String>?
    /// The new bio, up to 500 characters long.
    public var bio: Field<String>?
    /// The new URL, with the scheme `http` or `https`.
    public var url: Field<String>?
    /// The new avatar.
    public var avatar: Field<Photo>?

    /// Creates an update of the given fields.
    public init(
        username: Username? = nil,
        displayName: Field<String>? = nil,
        bio: Field<String>? = nil,
        url: Field<String>? = nil,
        avatar: Field<Photo>? = nil
    ) {
        self.username = username
        self.displayName = displayName
        self.bio = bio
        self.url = url
        self.avatar = avatar
    }

    /// A change to an optional field.
    public enum Field<Value: Hashable & Sendable>: Hashable, Sendable {
        /// Sets the field.
        case set(Value)
        /// Clears the field.
        case cleared

        /// The value to set, or `nil` to clear the field.
        public var value: Value? {
            if case .set(let value) = self { value } else { nil }
        }
    }
}

/// The rule for the URLs of users' websites.
///
/// All devices must agree on the validity of a record, and `URLComponents` differs between versions
/// of Foundation. Therefore, this rule reads only the scheme, the host and the port (RFC 3986,
/// sections 3.1 and 3.2).
package enum WebAddress {
    /// Returns whether a text starts with `http://` or `https://` in any case, followed by a host
    /// and, if there is a colon after the host, a port of digits.
    package static func accepts(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else { return false }
        let scheme = bytes[..<colon].map { $0 | 0x20 }
        guard scheme == Array("http".utf8) || scheme == Array("https".utf8),
            bytes[colon...].starts(with: "://".utf8)
        else { return false }
        let authority = bytes[(colon + 3)...].prefix { !"/?#".utf8.contains($0) }
        return isAuthority(authority)
    }

    private static func isAuthority(_ authority: ArraySlice<UInt8>) -> Bool {
        let start = authority.lastIndex(of: UInt8(ascii: "@")).map { $0 + 1 }
        let place = authority[(start ?? authority.startIndex)...]
        // An IPv6 address in brackets contains colons.
        let isBracketed = place.first == UInt8(ascii: "[")
        let hostEnd = isBracketed ? place.firstIndex(of: UInt8(ascii: "]")) : place.startIndex
        guard let hostEnd else { return false }
        guard let colon = place[hostEnd...].firstIndex(of: UInt8(ascii: ":"))
        else { return !place.isEmpty }
        let port = place[(colon + 1)...]
        return colon > place.startIndex
            && port.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }
}
