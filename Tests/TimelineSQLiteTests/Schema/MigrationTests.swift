import Foundation
import Testing
import TimelineCore
import TimelineTestSupport
import TimelineTesting

@testable import TimelineSQLite

@Suite("A store of an earlier version")
struct MigrationTests {
    /// Creates a store of version 1 with two users.
    private static func makeFirstVersion(_ file: URL, picture: Photo) throws {
        let store = try RawStore(file)
        try store.execute(Schema.version1SQL)
        for (number, picture) in [(1, JSONText.of(picture)), (2, nil)] {
            let value = picture.map { "'\($0)'" } ?? "NULL"
            let stamp = String(repeating: "0", count: 29) + "1"
            try store.execute(
                """
                INSERT INTO user (uuid, username, username_stamp, shown_name, search_key, avatar, avatar_stamp)
                VALUES (x'\(String(repeating: "0", count: 31))\(number)', 'user_\(number)', x'\(stamp)',
                    'user_\(number)', 'user_\(number)', \(value), x'\(stamp)');
                """
            )
        }
        try store.execute(
            "PRAGMA application_id = \(Schema.applicationID); PRAGMA user_version = 1"
        )
    }

    /// Returns a picture as earlier versions stored it, without a byte count.
    private static func picture(alt: String) -> Photo {
        let photo = TestPhotos.photo(seed: 4)
        return Photo(
            blob: photo.blob,
            byteCount: nil,
            mediaType: photo.mediaType,
            width: photo.width,
            height: photo.height,
            alt: alt,
            thumbHash: photo.thumbHash
        )
    }

    @Test func migratesPicturesAndIndexesUsernames() throws {
        let file = try TemporaryFolder.makeFile()
        let picture = Self.picture(alt: "it's me")
        try Self.makeFirstVersion(file, picture: Self.picture(alt: "it''s me"))
        let repository = try Storage.open(file)
        try repository.read { reader in
            let users = try reader.users(UserQuery(matching: "ser_"))
            #expect(users.map(\.username) == ["user_1", "user_2"])
            #expect(users.map(\.avatar) == [picture, nil])
            #expect(try reader.isReferenced(picture.blob))
        }
        #expect(try repository.integrityFaults().isEmpty)
        let hits = try RawStore(file)
            .number(
                "SELECT count(*) FROM user_search WHERE user_search MATCH '\"ser_1\"'"
            )
        #expect(hits == 1)
    }
    @Test("The username of a user with an account prevails over older claims")
    func localUsernames() throws {
        let file = try TemporaryFolder.makeFile()
        try Self.makeFirstVersion(file, picture: Self.picture(alt: ""))
        try RawStore(file)
            .execute(
                """
                UPDATE user SET username = 'user_1', username_stamp = x'000000000000000000000000000002',
                    shown_name = 'user_1~0' WHERE username = 'user_2';
                INSERT INTO account SELECT uuid, 'leia@example.org', '', 0 FROM user
                    WHERE shown_name = 'user_1~0';
                """
            )
        let repository = try Storage.open(file)
        let users = try repository.read { try $0.users(UserQuery(limit: 9)) }
        #expect(users.map(\.username).first == "user_1")
        #expect(try repository.read { try $0.user(withUsername: "user_1") }?.avatar == nil)
        let mismatches = try repository.auditValues(repairing: false)
        // The audit may report the stamps, which this test has changed, but no username.
        #expect(mismatches.filter { $0.subject.contains("username") }.isEmpty)
        #expect(try repository.integrityFaults().isEmpty)
    }

    /// The statements that undo version 10, so that a test can migrate a store of version 9.
    private static let undoingVersion10 = """
        DROP TABLE muted_user;
        DROP TABLE blocked_user;
        DROP TRIGGER user_local_insert;
        DROP INDEX user_local;
        DROP INDEX user_username;
        ALTER TABLE user DROP COLUMN username_precedence;
        CREATE INDEX user_username ON user (username, username_stamp, uuid)
            WHERE username IS NOT NULL;
        PRAGMA user_version = 9;

        """

    @Test("In a store of version 9, a followed user gets the username of an older claim")
    func followedUsernames() throws {
        let file = try TemporaryFolder.makeFile()
        let former = try Storage.open(file)
        var make = ChangeMaker()
        try former.apply([
            try make.user(.leia, "leia"), try make.user(.han, "falcon"),
            try make.user(.luke, "falcon"), make.change(.leia, .followed(.luke)),
        ])
        #expect(try former.read { try $0.user(withUsername: "falcon") }?.id == .han)
        let raw = try RawStore(file)
        try raw.execute(
            Self.undoingVersion10 + """
                INSERT INTO account (user, email, password_hash, created_at)
                SELECT uuid, 'leia@example.org', '', 0 FROM user WHERE username = 'leia';
                """
        )
        let repository = try Storage.open(file)
        #expect(try repository.read { try $0.user(withUsername: "falcon") }?.id == .luke)
        #expect(try repository.read { try $0.user(.han) }?.username == "falcon~e79acd97ac")
        let first = "SELECT hex(substr(username_precedence, 1, 1)) FROM user WHERE username ="
        #expect(try raw.text("\(first) 'leia'") == "00")
        #expect(try raw.text("\(first) 'falcon' AND shown_name = 'falcon'") == "01")
        #expect(try raw.text("\(first) 'falcon' AND shown_name <> 'falcon'") == "02")
        #expect(try repository.auditValues(repairing: false).isEmpty)
        #expect(try repository.integrityFaults().isEmpty)
    }

    @Test("The doctor repairs a wrong precedence of usernames")
    func precedence() throws {
        let file = try TemporaryFolder.makeFile()
        let repository = try Storage.open(file)
        var make = ChangeMaker()
        try repository.apply([try make.user(.leia, "falcon"), try make.user(.han, "falcon")])
        try RawStore(file)
            .execute("UPDATE user SET username_precedence = x'00' WHERE shown_name <> 'falcon'")
        let mismatches = try repository.auditValues(repairing: true)
        #expect(mismatches.map(\.stored) == ["00"])
        #expect(try repository.auditValues(repairing: false).isEmpty)
        #expect(try repository.read { try $0.user(withUsername: "falcon") }?.id == .leia)
    }
}
