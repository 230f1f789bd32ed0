package import Foundation

/// A record of the consecutive failed logins for an email, or from an address.
///
/// The record determines how long new attempts are blocked.
package struct LoginFailures: Hashable, Sendable {
    /// The number of wrong passwords since the last correct password.
    package let count: Int
    /// The date of the most recent wrong password.
    package let last: Date

    /// The number of consecutive failures after which new attempts are delayed.
    package static let free = 10

    /// The time after the most recent failure at which a record expires: 24 hours, in seconds.
    package static let memory: TimeInterval = 24 * 60 * 60

    /// A record without any failures.
    package static let none = LoginFailures(count: 0, last: .distantPast)

    /// Creates a record of failed logins.
    package init(count: Int, last: Date) {
        self.count = count
        self.last = last
    }

    /// The date from which the next attempt is permitted.
    ///
    /// The delay is 30 seconds after the tenth failure and doubles with each additional failure, up
    /// to one hour. NIST SP 800-63B-4, section 3.2.2, suggests this range.
    package var nextTry: Date {
        guard count >= Self.free else { return .distantPast }
        let doublings = min(count - Self.free, 7)
        return last.addingTimeInterval(min(30 * Double(1 << doublings), 3600))
    }

    /// Returns the record if it is still valid at `date`, or ``none`` if it has expired or is dated
    /// in the future.
    ///
    /// Concurrent attempts may record their failures out of order, so a record is valid even if it
    /// is dated up to five minutes in the future.
    func counting(at date: Date) -> LoginFailures { counts(at: date) ? self : .none }

    fileprivate func counts(at date: Date) -> Bool {
        (-TimeInterval(PushID.clockTolerance) / 1000..<Self.memory)
            .contains(date.timeIntervalSince(last))
    }

    /// Returns the record with one more failure at `date`.
    ///
    /// Earlier failures that are no longer valid are dropped.
    func adding(at date: Date) -> LoginFailures {
        LoginFailures(count: counting(at: date).count + 1, last: date)
    }

    /// Rejects an attempt that is made before ``nextTry``.
    ///
    /// - Throws: ``TimelineError/tooManyAttempts(until:)`` if the attempt is too early.
    func checkTry(at date: Date) throws(TimelineError) {
        let nextTry = counting(at: date).nextTry
        guard date >= nextTry else { throw .tooManyAttempts(until: nextTry) }
    }
}

extension AccountReader {
    /// Returns the record of failed logins for the given email, whether or not it has an account.
    package func failures(for email: EmailAddress) throws -> LoginFailures {
        try failures(forKey: LoginFailures.key(of: email))
    }

    /// Returns the record of failed logins from the given IP address or network.
    package func failures(fromAddress address: String) throws -> LoginFailures {
        try failures(forKey: LoginFailures.key(ofAddress: address))
    }

    private func failures(forKey key: String) throws -> LoginFailures {
        try privateValue(forKey: key).flatMap { LoginFailures(stored: $0) } ?? .none
    }
}

extension AccountWriter {
    /// Sets the record of failed logins for an email.
    ///
    /// Setting ``LoginFailures/none`` deletes the record.
    package func setFailures(_ failures: LoginFailures, for email: EmailAddress) throws {
        let bytes = failures == .none ? nil : failures.stored
        try setPrivateValue(bytes, forKey: LoginFailures.key(of: email))
    }

    /// Sets the record of failed logins from an address, and deletes other ones that no longer count.
    func setFailures(_ failures: LoginFailures, fromAddress address: String) throws {
        let key = LoginFailures.key(ofAddress: address)
        try deleteStaleFailures(LoginFailures.addressPrefix, after: key, at: failures.last)
        try setPrivateValue(failures.stored, forKey: key)
    }

    /// Deletes records of failed logins that no longer count at `date`, among those that follow the
    /// record for an email.
    ///
    /// The records are in the order of hashes and follow each other in a circle, so that failed
    /// logins with many different emails delete more records than they add.
    package func deleteStaleFailures(after email: EmailAddress, at date: Date) throws {
        let key = LoginFailures.key(of: email)
        try deleteStaleFailures(LoginFailures.keyPrefix, after: key, at: date)
    }

    private func deleteStaleFailures(_ prefix: String, after key: String, at date: Date) throws {
        let limit = 50
        var values = try privateValues(withPrefix: prefix, after: key, limit: limit)
        values += try privateValues(withPrefix: prefix, after: nil, limit: limit - values.count)
        for value in values where LoginFailures(stored: value.bytes)?.counts(at: date) != true {
            try setPrivateValue(nil, forKey: value.key)
        }
    }

    /// Deletes the record of failed logins for an email, if one exists.
    func clearFailures(for email: EmailAddress) throws {
        if try failures(for: email) != .none { try setFailures(.none, for: email) }
    }

    /// Deletes the given user's account with everything that belongs to it, and the record of
    /// failed logins for its email.
    ///
    /// - Returns: The blobs of the user's uploads.
    /// - Throws: A storage error.
    @discardableResult
    package func removeAccount(of user: User.ID) throws -> [BlobID] {
        if let account = try account(of: user) { try clearFailures(for: account.email) }
        let released = try removeUploads(of: user)
        try deleteAccount(of: user)
        return released
    }
}

extension LoginFailures {
    fileprivate static let keyPrefix = "login-failure/"
    fileprivate static let addressPrefix = "address-failure/"

    /// Returns the key of the record for an address, which contains only a hash of the address.
    fileprivate static func key(ofAddress address: String) -> String {
        addressPrefix + BlobID(of: Data(address.utf8)).description
    }

    /// Returns the key of the record for an email, which contains only a hash of the email.
    fileprivate static func key(of email: EmailAddress) -> String {
        keyPrefix + BlobID(of: Data(email.text.utf8)).description
    }

    /// Reads a stored record: the count and the milliseconds since 1970.
    ///
    /// Returns `nil` if it is malformed.
    fileprivate init?(stored bytes: [UInt8]) {
        do throws(RecordError) {
            var reader = CBORReader(bytes)
            try reader.array(of: 2)
            let count = Int(clamping: try reader.unsigned())
            self.init(count: count, last: Date(millisecondsSince1970: try reader.milliseconds()))
            try reader.finish()
        } catch {
            return nil
        }
    }

    /// The encoded record, as it is stored.
    fileprivate var stored: [UInt8] {
        var writer = CBORWriter()
        writer.array(2)
        writer.write(UInt64(clamping: count))
        writer.write(last.millisecondsSince1970)
        return writer.bytes
    }
}
