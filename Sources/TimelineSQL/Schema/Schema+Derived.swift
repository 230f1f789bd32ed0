extension Schema {
    /// The statements that create the tables derived from the live records, which ``DerivedTable``
    /// lists.
    ///
    /// They do not refer to other tables, so that the doctor can create them in a database of their
    /// own.
    ///
    /// Tables keyed by push IDs are `WITHOUT ROWID`, so each row is stored in the B-tree of its ID.
    /// Reading a post by ID therefore takes a single descent, and a scan from newest to oldest
    /// reads adjacent pages.
    ///
    /// When a post is deleted, the schema also deletes its likes, comments and photos. Nothing is
    /// deleted along with a user, because the row of a deleted account remains as a tombstone.
    package static let derived = users + posts + replies + keys + search

    /// Users and follows.
    ///
    /// Without an avatar, all columns of the avatar are `NULL`, except its stamp. A ThumbHash has
    /// at most 25 bytes.
    private static let users = """
        CREATE TABLE user (
            id INTEGER PRIMARY KEY,
            uuid BLOB NOT NULL UNIQUE CHECK (length(uuid) = 16),
            is_deleted INTEGER NOT NULL DEFAULT 0 CHECK (is_deleted IN (0, 1)),
            username TEXT CHECK (length(username) BETWEEN 1 AND 30),
            username_stamp BLOB CHECK (length(username_stamp) = 15),
            shown_name TEXT,
            search_key TEXT,
            display_name TEXT,
            bio TEXT,
            url TEXT,
            avatar_stamp BLOB CHECK (length(avatar_stamp) = 15),
            post_count INTEGER NOT NULL DEFAULT 0 CHECK (post_count >= 0),
            follower_count INTEGER NOT NULL DEFAULT 0 CHECK (follower_count >= 0),
            following_count INTEGER NOT NULL DEFAULT 0 CHECK (following_count >= 0),
            avatar_blob BLOB CHECK (length(avatar_blob) = 32),
            avatar_media_type TEXT CHECK ((avatar_media_type IS NULL) = (avatar_blob IS NULL)),
            avatar_width INTEGER CHECK ((avatar_width IS NULL) = (avatar_blob IS NULL)
                AND coalesce(avatar_width > 0, TRUE)),
            avatar_height INTEGER CHECK ((avatar_height IS NULL) = (avatar_blob IS NULL)
                AND coalesce(avatar_height > 0, TRUE)),
            avatar_alt TEXT CHECK (avatar_alt IS NULL OR avatar_blob IS NOT NULL),
            avatar_thumb_hash BLOB CHECK (avatar_thumb_hash IS NULL
                OR length(avatar_thumb_hash) <= 25 AND avatar_blob IS NOT NULL),
            newest_stamp BLOB NOT NULL DEFAULT x'000000000000000000000000000000'
                CHECK (length(newest_stamp) = 15),
            avatar_byte_count INTEGER CHECK ((avatar_byte_count IS NULL) = (avatar_blob IS NULL)
                AND coalesce(avatar_byte_count > 0, TRUE)),
            avatar_preview_blob BLOB CHECK (avatar_preview_blob IS NULL
                OR length(avatar_preview_blob) = 32 AND avatar_blob IS NOT NULL),
            avatar_preview_byte_count INTEGER
                CHECK ((avatar_preview_byte_count IS NULL) = (avatar_preview_blob IS NULL)
                    AND coalesce(avatar_preview_byte_count > 0, TRUE)),
            username_precedence BLOB NOT NULL DEFAULT x'02'
                CHECK (length(username_precedence) IN (1, 16)),
            arrival INTEGER NOT NULL DEFAULT 0 CHECK (arrival >= 0),
            CHECK ((username IS NULL) = (username_stamp IS NULL)),
            CHECK ((username IS NULL) = (shown_name IS NULL)),
            CHECK ((username IS NULL) = (search_key IS NULL)),
            CHECK (NOT is_deleted OR username IS NULL)
        ) STRICT;
        -- The claims to a username, by precedence and then by age.
        CREATE INDEX user_username ON user (username, username_precedence, username_stamp, uuid)
            WHERE username IS NOT NULL;
        -- The holder of a displayed username, and users in the order of usernames. With the search
        -- key, a search in this order tests names without reading their rows.
        CREATE INDEX user_shown_name ON user (shown_name, search_key)
            WHERE shown_name IS NOT NULL;
        -- Users with an account.
        CREATE INDEX user_local ON user (id) WHERE username_precedence = x'00';
        -- Deleted accounts, of which there are few or none.
        CREATE INDEX user_deleted ON user (id) WHERE is_deleted;
        -- References to a blob.
        CREATE INDEX user_avatar ON user (avatar_blob) WHERE avatar_blob IS NOT NULL;
        CREATE INDEX user_avatar_preview ON user (avatar_preview_blob)
            WHERE avatar_preview_blob IS NOT NULL;

        CREATE TABLE follow (
            follower INTEGER NOT NULL REFERENCES user (id),
            followed INTEGER NOT NULL REFERENCES user (id),
            stamp BLOB NOT NULL CHECK (length(stamp) = 15),
            arrival INTEGER NOT NULL DEFAULT 0 CHECK (arrival >= 0),
            PRIMARY KEY (follower, followed),
            CHECK (follower <> followed)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX follow_followed ON follow (followed, follower);
        CREATE INDEX follow_activity ON follow (followed, arrival, stamp);

        """

    /// Posts, their photos, and tombstones.
    ///
    /// `post_points` is a partial index, because most imported posts have neither likes nor
    /// comments.
    private static let posts = """
        CREATE TABLE post (
            id BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 15),
            author INTEGER NOT NULL REFERENCES user (id),
            caption TEXT NOT NULL,
            place_name TEXT,
            latitude INTEGER CHECK (latitude BETWEEN -900000000 AND 900000000),
            longitude INTEGER CHECK (longitude BETWEEN -1800000000 AND 1800000000),
            like_count INTEGER NOT NULL DEFAULT 0 CHECK (like_count >= 0),
            comment_count INTEGER NOT NULL DEFAULT 0 CHECK (comment_count >= 0),
            arrival INTEGER NOT NULL DEFAULT 0 CHECK (arrival >= 0),
            is_news INTEGER NOT NULL DEFAULT 1 CHECK (is_news IN (0, 1)),
            edited_at INTEGER,
            place_id INTEGER CHECK (place_id >= 0),
            CHECK ((latitude IS NULL) = (longitude IS NULL)),
            CHECK ((place_id IS NULL) = (place_name IS NULL AND latitude IS NULL))
        ) STRICT, WITHOUT ROWID;
        -- An author's posts by time, for profiles and for seeks in the home timeline.
        CREATE INDEX post_author ON post (author, id);
        CREATE INDEX post_points ON post ((like_count + 2 * comment_count))
            WHERE like_count + comment_count > 0;
        CREATE INDEX post_arrival ON post (arrival) WHERE arrival > 0;
        -- The posts at a place by time.
        CREATE INDEX post_place_id ON post (place_id, id) WHERE place_id IS NOT NULL;

        CREATE TABLE photo (
            post BLOB NOT NULL REFERENCES post (id) ON DELETE CASCADE,
            position INTEGER NOT NULL CHECK (position BETWEEN 0 AND 9),
            blob BLOB NOT NULL CHECK (length(blob) = 32),
            media_type TEXT NOT NULL,
            width INTEGER NOT NULL CHECK (width > 0),
            height INTEGER NOT NULL CHECK (height > 0),
            alt TEXT,
            thumb_hash BLOB CHECK (length(thumb_hash) <= 25),
            byte_count INTEGER NOT NULL CHECK (byte_count > 0),
            preview_blob BLOB CHECK (length(preview_blob) = 32),
            preview_byte_count INTEGER CHECK ((preview_byte_count IS NULL) = (preview_blob IS NULL)
                AND coalesce(preview_byte_count > 0, TRUE)),
            PRIMARY KEY (post, position)
        ) STRICT, WITHOUT ROWID;
        -- References to a blob.
        CREATE INDEX photo_blob ON photo (blob);
        CREATE INDEX photo_preview ON photo (preview_blob) WHERE preview_blob IS NOT NULL;

        CREATE TABLE deleted_post (
            id BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 15),
            arrival INTEGER NOT NULL DEFAULT 0 CHECK (arrival >= 0)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX deleted_post_arrival ON deleted_post (arrival) WHERE arrival > 0;

        """

    /// Comments and likes.
    ///
    /// They repeat the author of their post, which never changes, so that an index lists those that
    /// concern a user.
    private static let replies = """
        CREATE TABLE comment (
            id BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 15),
            post BLOB NOT NULL REFERENCES post (id) ON DELETE CASCADE,
            author INTEGER NOT NULL REFERENCES user (id),
            text TEXT NOT NULL,
            arrival INTEGER NOT NULL DEFAULT 0 CHECK (arrival >= 0),
            post_author INTEGER NOT NULL DEFAULT 0
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX comment_post ON comment (post, id);
        -- The comments of a user, in their order.
        CREATE INDEX comment_author ON comment (author);
        CREATE INDEX comment_activity ON comment (post_author, arrival, id)
            WHERE author <> post_author;

        CREATE TABLE post_like (
            post BLOB NOT NULL REFERENCES post (id) ON DELETE CASCADE,
            user INTEGER NOT NULL REFERENCES user (id),
            stamp BLOB NOT NULL CHECK (length(stamp) = 15),
            arrival INTEGER NOT NULL DEFAULT 0 CHECK (arrival >= 0),
            author INTEGER NOT NULL DEFAULT 0,
            PRIMARY KEY (post, user)
        ) STRICT, WITHOUT ROWID;
        -- The likes of a user, in their order.
        CREATE INDEX post_like_user ON post_like (user, stamp);
        CREATE INDEX post_like_activity ON post_like (author, arrival, stamp)
            WHERE user <> author;

        """

    /// Keys, and records without an effect yet.
    ///
    /// - `waiting_record` lists the records whose user or post has not arrived.
    private static let keys = """
        CREATE TABLE signing_key (
            user BLOB NOT NULL CHECK (length(user) = 16),
            key BLOB NOT NULL CHECK (length(key) = 8),
            is_root INTEGER NOT NULL CHECK (is_root IN (0, 1)),
            is_added INTEGER NOT NULL CHECK (is_added IN (0, 1)),
            last_stamp BLOB CHECK (length(last_stamp) = 15),
            PRIMARY KEY (user, key, is_root)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE waiting_record (
            record INTEGER NOT NULL PRIMARY KEY,
            dependency BLOB NOT NULL CHECK (length(dependency) IN (15, 16))
        ) STRICT;
        CREATE INDEX waiting_record_dependency ON waiting_record (dependency);

        """
}

extension Schema {
    /// The statements that create the tables for search and discovery, which are derived from
    /// users, posts and comments.
    ///
    /// `Schema+Indexes.swift` has the indexes that databases do not share.
    private static let search = words + entities

    /// The number of occurrences of each word, for completing a prefix.
    private static let words = """
        CREATE TABLE word (
            text TEXT NOT NULL PRIMARY KEY,
            count INTEGER NOT NULL CHECK (count >= 0)
        ) STRICT, WITHOUT ROWID;

        """

    /// The tags and mentions in posts and comments.
    ///
    /// An empty `comment` refers to the caption, because a primary key cannot contain `NULL` in a
    /// table without row IDs.
    private static let entities = """
        CREATE TABLE post_tag (
            tag TEXT NOT NULL,
            post BLOB NOT NULL CHECK (length(post) = 15),
            comment BLOB NOT NULL CHECK (length(comment) IN (0, 15)),
            PRIMARY KEY (tag, post, comment)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE tag (
            name TEXT NOT NULL PRIMARY KEY,
            post_count INTEGER NOT NULL CHECK (post_count >= 0)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX tag_post_count ON tag (post_count DESC, name);

        CREATE TABLE mention (
            name TEXT NOT NULL,
            id BLOB NOT NULL CHECK (length(id) = 15),
            is_comment INTEGER NOT NULL CHECK (is_comment IN (0, 1)),
            arrival INTEGER NOT NULL DEFAULT 0 CHECK (arrival >= 0),
            PRIMARY KEY (name, id, is_comment)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX mention_activity ON mention (name, arrival, id);

        """
}
