package import Foundation

/// What all servers of a store know of the last import that a user has started in a browser.
///
/// The server that imports renews the note, so that the others can tell an import that is running
/// from one whose server has stopped.
package struct ImportNote: Hashable, Sendable {
    /// 16 random bytes, which distinguish the import from the same user's later ones.
    let id: [UInt8]
    /// The outcome in the format of the server, or `nil` if the import has not ended.
    package let outcome: [UInt8]?
    /// The date of the start, of the last renewal or of the end, to the millisecond.
    let date: Date

    /// The time after the last renewal after which an import counts as interrupted: a minute, in
    /// seconds.
    package static let silence: TimeInterval = 60

    /// Returns whether the import is running at a date.
    ///
    /// The clock of the server that imports may be ahead of this one's.
    package func isRunning(at now: Date) -> Bool {
        outcome == nil
            && (-TimeInterval(PushID.clockTolerance) / 1000..<Self.silence)
                .contains(now.timeIntervalSince(date))
    }

    fileprivate static func key(of user: User.ID) -> String {
        PrivateValue.accountPrefix(of: user) + "import"
    }
}

extension AccountReader {
    /// Returns the note about a user's last import, or `nil` if there is none.
    func importNote(of user: User.ID) throws -> ImportNote? {
        try privateValue(forKey: ImportNote.key(of: user)).flatMap { ImportNote(stored: $0) }
    }
}

extension AccountWriter {
    /// Stores the note about a user's last import, which is deleted along with the account.
    func save(_ note: ImportNote, of user: User.ID) throws {
        try setPrivateValue(note.stored, forKey: ImportNote.key(of: user))
    }
}

extension ImportNote {
    /// Reads a stored note, or returns `nil` if it is malformed.
    fileprivate init?(stored bytes: [UInt8]) {
        do throws(RecordError) {
            var reader = CBORReader(bytes)
            try reader.array(of: 3)
            id = Array(try reader.byteString())
            date = Date(millisecondsSince1970: try reader.milliseconds())
            outcome = try reader.optional { reader throws(RecordError) in
                Array(try reader.byteString())
            }
            try reader.finish()
        } catch {
            return nil
        }
    }

    /// The encoded note, as it is stored.
    fileprivate var stored: [UInt8] {
        var writer = CBORWriter()
        writer.array(3)
        writer.write(id)
        writer.write(date.millisecondsSince1970)
        writer.optional(outcome) { $0.write($1) }
        return writer.bytes
    }
}
