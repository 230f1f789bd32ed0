extension Schema {
    /// Creates version 1 of the schema: the shared tables, followed by the private tables.
    ///
    /// Tables keyed by push IDs are `WITHOUT ROWID`, so each row is stored in the B-tree of its ID.
    /// Reading a post by ID therefore takes a single descent, and a scan from newest to oldest
    /// reads adjacent pages.
    ///
    /// These are the indexes, and the queries that need them:
    ///
    /// - `user_username`: all claims to a username, oldest first
    /// - `user_shown_name`: the holder of a displayed username, and sorted lists of users
    /// - `user_removed`: removed users, of which there are few or none
    /// - `follow_followed`: the followers of a user (the primary key finds the users that a user
    ///   follows)
    /// - `post_author`: an author's posts by time, for profiles and for seeks in the home timeline
    /// - `photo_blob`, `user_avatar`: references to a blob
    /// - `comment_post`: the comments on a post, in order
    /// - `comment_author`, `post_like_user`: the items of a user to be removed
    static func version1(_ connection: Connection) throws {
        try connection.execute(version1SQL)
    }

    /// The statements of version 1, which tests use to create a store of that version.
    static let version1SQL = shared1 + private1

    /// The statements that create the shared tables.
    ///
    /// When a post is deleted, the schema also deletes its likes, comments and photos. Nothing is
    /// deleted along with a user, because the row of a removed user remains as a tombstone.
    private static let shared1 = """
        CREATE TABLE user (
            id INTEGER PRIMARY KEY,
            uuid BLOB NOT NULL UNIQUE CHECK (length(uuid) = 16),
            is_removed INTEGER NOT NULL DEFAULT 0 CHECK (is_removed IN (0, 1)),
            username TEXT CHECK (length(username) BETWEEN 1 AND 30),
            username_stamp BLOB CHECK (length(username_stamp) = 15),
            shown_name TEXT,
            search_key TEXT,
            display_name TEXT,
            display_name_stamp BLOB CHECK (length(display_name_stamp) = 15),
            bio TEXT,
            bio_stamp BLOB CHECK (length(bio_stamp) = 15),
            url TEXT,
            url_stamp BLOB CHECK (length(url_stamp) = 15),
            avatar TEXT CHECK (avatar IS NULL OR json_valid(avatar)),
            avatar_stamp BLOB CHECK (length(avatar_stamp) = 15),
            post_count INTEGER NOT NULL DEFAULT 0 CHECK (post_count >= 0),
            follower_count INTEGER NOT NULL DEFAULT 0 CHECK (follower_count >= 0),
            following_count INTEGER NOT NULL DEFAULT 0 CHECK (following_count >= 0),
            following_version INTEGER NOT NULL DEFAULT 0,
            CHECK ((username IS NULL) = (username_stamp IS NULL)),
            CHECK ((username IS NULL) = (shown_name IS NULL)),
            CHECK ((username IS NULL) = (search_key IS NULL)),
            CHECK (is_removed = 0 OR username IS NULL)
        ) STRICT;
        CREATE INDEX user_username ON user (username, username_stamp, uuid) WHERE username IS NOT NULL;
        CREATE INDEX user_shown_name ON user (shown_name) WHERE shown_name IS NOT NULL;
        CREATE INDEX user_removed ON user (id) WHERE is_removed;
        CREATE INDEX user_avatar ON user (json_extract(avatar, '$.blob')) WHERE avatar IS NOT NULL;

        CREATE TABLE follow (
            follower INTEGER NOT NULL REFERENCES user (id),
            followed INTEGER NOT NULL REFERENCES user (id),
            stamp BLOB NOT NULL CHECK (length(stamp) = 15),
            is_set INTEGER NOT NULL CHECK (is_set IN (0, 1)),
            PRIMARY KEY (follower, followed),
            CHECK (follower <> followed)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX follow_followed ON follow (followed, follower);

        CREATE TABLE post (
            id BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 15),
            author INTEGER NOT NULL REFERENCES user (id),
            caption TEXT NOT NULL,
            caption_stamp BLOB NOT NULL CHECK (length(caption_stamp) = 15),
            place_name TEXT,
            latitude REAL CHECK (latitude BETWEEN -90 AND 90),
            longitude REAL CHECK (longitude BETWEEN -180 AND 180),
            like_count INTEGER NOT NULL DEFAULT 0 CHECK (like_count >= 0),
            comment_count INTEGER NOT NULL DEFAULT 0 CHECK (comment_count >= 0),
            CHECK ((latitude IS NULL) = (longitude IS NULL))
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX post_author ON post (author, id);

        CREATE TABLE photo (
            post BLOB NOT NULL REFERENCES post (id) ON DELETE CASCADE,
            position INTEGER NOT NULL CHECK (position BETWEEN 0 AND 9),
            blob BLOB NOT NULL CHECK (length(blob) = 32),
            media_type TEXT NOT NULL,
            width INTEGER NOT NULL CHECK (width > 0),
            height INTEGER NOT NULL CHECK (height > 0),
            alt TEXT,
            PRIMARY KEY (post, position)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX photo_blob ON photo (blob);

        CREATE TABLE comment (
            id BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 15),
            post BLOB NOT NULL REFERENCES post (id) ON DELETE CASCADE,
            author INTEGER NOT NULL REFERENCES user (id),
            text TEXT NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX comment_post ON comment (post, id);
        CREATE INDEX comment_author ON comment (author);

        CREATE TABLE post_like (
            post BLOB NOT NULL REFERENCES post (id) ON DELETE CASCADE,
            user INTEGER NOT NULL REFERENCES user (id),
            stamp BLOB NOT NULL CHECK (length(stamp) = 15),
            is_set INTEGER NOT NULL CHECK (is_set IN (0, 1)),
            PRIMARY KEY (post, user)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX post_like_user ON post_like (user);

        CREATE TABLE deleted_post (
            id BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 15)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE deleted_comment (
            id BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 15)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE waiting_change (
            dependency BLOB NOT NULL CHECK (length(dependency) IN (15, 16)),
            change TEXT NOT NULL CHECK (json_valid(change)),
            PRIMARY KEY (dependency, change)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE clock (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            newest BLOB NOT NULL CHECK (length(newest) = 15)
        ) STRICT;
        INSERT INTO clock VALUES (1, zeroblob(15));

        """

    /// The statements that create the private tables.
    ///
    /// Sessions and read positions are deleted along with their account.
    private static let private1 = """
        CREATE TABLE account (
            user BLOB NOT NULL PRIMARY KEY CHECK (length(user) = 16),
            email TEXT NOT NULL UNIQUE,
            password_hash TEXT NOT NULL,
            created_at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE login_failure (
            email TEXT NOT NULL PRIMARY KEY,
            count INTEGER NOT NULL CHECK (count > 0),
            last INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE session (
            id BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 32),
            user BLOB NOT NULL REFERENCES account (user) ON DELETE CASCADE,
            created_at INTEGER NOT NULL,
            last_used_at INTEGER NOT NULL,
            label TEXT NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX session_user ON session (user);

        CREATE TABLE read_position (
            user BLOB NOT NULL PRIMARY KEY REFERENCES account (user) ON DELETE CASCADE,
            newest_seen BLOB CHECK (length(newest_seen) = 15),
            newest_shown BLOB CHECK (length(newest_shown) = 15),
            last_shown BLOB CHECK (length(last_shown) = 15)
        ) STRICT, WITHOUT ROWID;

        """
}
