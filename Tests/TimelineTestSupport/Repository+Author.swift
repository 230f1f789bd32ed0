package import Foundation
package import TimelineCore
import TimelineTesting

extension Repository {
    /// Says something as a test user, without an engine, which would also remove photos.
    ///
    /// - Parameters:
    ///   - intent: The intent.
    ///   - author: The user, whose newest stamp must be older than `date`.
    ///   - date: The time of the record.
    /// - Throws: ``RecordMakerError``, `RecordError` if a value is invalid, or a storage error.
    package func say(_ intent: Intent, by author: User.ID, at date: Date) throws {
        var make = RecordMaker(at: date)
        if case .postDeleted(let post) = intent,
            let record = try read({ try $0.record(setting: .post(post)) })
        {
            make.know(record)
        }
        try apply([make.record(author, intent)])
    }

    /// Applies the record with which a test user leaves, without an engine.
    ///
    /// - Throws: ``RecordMakerError`` or a storage error.
    package func remove(_ user: User.ID, at date: Date) throws {
        var make = RecordMaker(at: date)
        try apply([make.accountDeleted(user)])
    }
}
