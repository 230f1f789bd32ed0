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
    avatar_stamp BLOB CHECK (length(avatar_stamp) = 15),
    post_count INTEGER NOT NULL DEFAULT 0 CHECK (post_count >= 0),
    follower_count INTEGER NOT NULL DEFAULT 0 CHECK (follower_count >= 0),
    following_count INTEGER NOT NULL DEFAULT 0 CHECK (following_count >= 0),
    following_version INTEGER NOT NULL DEFAULT 0, avatar_blob BLOB CHECK (length(avatar_blob) = 32), avatar_media_type TEXT
    CHECK ((avatar_media_type IS NULL) = (avatar_blob IS NULL)), avatar_width INTEGER
    CHECK ((avatar_width IS NULL) = (avatar_blob IS NULL) AND ifnull(avatar_width > 0, 1)), avatar_height INTEGER
    CHECK ((avatar_height IS NULL) = (avatar_blob IS NULL) AND ifnull(avatar_height > 0, 1)), avatar_alt TEXT
    CHECK (avatar_alt IS NULL OR avatar_blob IS NOT NULL), avatar_thumb_hash BLOB
    CHECK (avatar_thumb_hash IS NULL
        OR length(avatar_thumb_hash) <= 25 AND avatar_blob IS NOT NULL), newest_stamp BLOB NOT NULL
    DEFAULT x'000000000000000000000000000000' CHECK (length(newest_stamp) = 15),
    CHECK ((username IS NULL) = (username_stamp IS NULL)),
    CHECK ((username IS NULL) = (shown_name IS NULL)),
    CHECK ((username IS NULL) = (search_key IS NULL)),
    CHECK (is_removed = 0 OR username IS NULL)
) STRICT;
CREATE TABLE follow (
    follower INTEGER NOT NULL REFERENCES user (id),
    followed INTEGER NOT NULL REFERENCES user (id),
    stamp BLOB NOT NULL CHECK (length(stamp) = 15),
    is_set INTEGER NOT NULL CHECK (is_set IN (0, 1)),
    PRIMARY KEY (follower, followed),
    CHECK (follower <> followed)
) STRICT, WITHOUT ROWID;
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
CREATE TABLE photo (
    post BLOB NOT NULL REFERENCES post (id) ON DELETE CASCADE,
    position INTEGER NOT NULL CHECK (position BETWEEN 0 AND 9),
    blob BLOB NOT NULL CHECK (length(blob) = 32),
    media_type TEXT NOT NULL,
    width INTEGER NOT NULL CHECK (width > 0),
    height INTEGER NOT NULL CHECK (height > 0),
    alt TEXT, thumb_hash BLOB CHECK (length(thumb_hash) <= 25),
    PRIMARY KEY (post, position)
) STRICT, WITHOUT ROWID;
CREATE TABLE comment (
    id BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 15),
    post BLOB NOT NULL REFERENCES post (id) ON DELETE CASCADE,
    author INTEGER NOT NULL REFERENCES user (id),
    text TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE post_like (
    post BLOB NOT NULL REFERENCES post (id) ON DELETE CASCADE,
    user INTEGER NOT NULL REFERENCES user (id),
    stamp BLOB NOT NULL CHECK (length(stamp) = 15),
    is_set INTEGER NOT NULL CHECK (is_set IN (0, 1)),
    PRIMARY KEY (post, user)
) STRICT, WITHOUT ROWID;
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
, late_posts INTEGER NOT NULL DEFAULT 0, deletions INTEGER NOT NULL DEFAULT 0, profiles INTEGER NOT NULL DEFAULT 0, epoch INTEGER NOT NULL DEFAULT 0) STRICT;
CREATE TABLE account (
    user BLOB NOT NULL PRIMARY KEY CHECK (length(user) = 16),
    email TEXT NOT NULL UNIQUE,
    password_hash TEXT NOT NULL,
    created_at INTEGER NOT NULL
, password_reset_at INTEGER) STRICT, WITHOUT ROWID;
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
CREATE TABLE read_position (
    user BLOB NOT NULL PRIMARY KEY REFERENCES account (user) ON DELETE CASCADE,
    last_shown BLOB CHECK (length(last_shown) = 15)
) STRICT, WITHOUT ROWID;
CREATE VIRTUAL TABLE user_search USING fts5 (
    search_key, content = 'user', content_rowid = 'id', tokenize = 'trigram case_sensitive 1'
);
CREATE VIRTUAL TABLE text_words USING fts5 (
    words, content = '', columnsize = 0, tokenize = 'ascii'
);
CREATE VIRTUAL TABLE text_vocabulary USING fts5vocab (text_words, 'instance');
CREATE TABLE word (
    text TEXT NOT NULL PRIMARY KEY,
    count INTEGER NOT NULL CHECK (count >= 0)
) STRICT, WITHOUT ROWID;
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
CREATE TABLE mention (
    name TEXT NOT NULL,
    id BLOB NOT NULL CHECK (length(id) = 15),
    is_comment INTEGER NOT NULL CHECK (is_comment IN (0, 1)),
    PRIMARY KEY (name, id, is_comment)
) STRICT, WITHOUT ROWID;
CREATE VIRTUAL TABLE post_place USING rtree (
    id, min_latitude, max_latitude, min_longitude, max_longitude, min_week, max_week,
    +post, +latitude, +longitude
);
CREATE TABLE moved_id (
    old BLOB NOT NULL PRIMARY KEY CHECK (length(old) = 15),
    new BLOB NOT NULL CHECK (length(new) = 15)
) STRICT, WITHOUT ROWID;
CREATE TABLE read_interval (
    user BLOB NOT NULL REFERENCES account (user) ON DELETE CASCADE,
    oldest BLOB NOT NULL CHECK (length(oldest) = 15),
    newest BLOB NOT NULL CHECK (length(newest) = 15),
    PRIMARY KEY (user, oldest),
    CHECK (oldest <= newest)
) STRICT, WITHOUT ROWID;
CREATE INDEX user_username ON user (username, username_stamp, uuid) WHERE username IS NOT NULL;
CREATE INDEX user_removed ON user (id) WHERE is_removed;
CREATE INDEX follow_followed ON follow (followed, follower);
CREATE INDEX post_author ON post (author, id);
CREATE INDEX photo_blob ON photo (blob);
CREATE INDEX comment_post ON comment (post, id);
CREATE INDEX comment_author ON comment (author);
CREATE INDEX post_like_user ON post_like (user);
CREATE INDEX session_user ON session (user);
CREATE INDEX user_avatar ON user (avatar_blob) WHERE avatar_blob IS NOT NULL;
CREATE INDEX user_shown_name ON user (shown_name, search_key) WHERE shown_name IS NOT NULL;
CREATE INDEX tag_post_count ON tag (post_count DESC, name);
CREATE INDEX post_points ON post (like_count + 2 * comment_count)
    WHERE like_count + comment_count > 0;
CREATE INDEX session_last_used ON session (last_used_at);
CREATE INDEX login_failure_last ON login_failure (last);
CREATE INDEX waiting_change_stamp ON waiting_change (json_extract(change, '$.stamp'));
INSERT INTO user VALUES (1, x'3debeb5a9902453e87379ead05ff409e', 0, 'leia', x'01a201eeecff14d65df3c3ea538ebb', 'leia', 'leia', NULL, NULL, NULL, NULL, NULL, NULL, NULL, 2, 0, 0, 0, NULL, NULL, NULL, NULL, NULL, NULL, x'01a201ef2f666a95eb2c2b9cfca848');
INSERT INTO user VALUES (2, x'9bc4d6d588a048a0af5d6487f04a4b21', 0, 'han', x'01a201ef34a84456c02ca4c34c0245', 'han', 'han', NULL, NULL, NULL, NULL, NULL, NULL, x'01a201efc0360dd9900732517a0578', 1, 0, 0, 0, x'e0607474353021848ceb81c2c31eea9e0eccee5ffbbb92f2d26ac082c48f12f5', 'image/png', 48, 32, NULL, x'9b288a738a1d506790568770caf8b38d7f75c06887a876', x'01a201efc0360dd9900732517a0578');
INSERT INTO post VALUES (x'01a201ef2e13ac6abf095da3ddd80e', 1, 'at #home', x'01a201ef2e13ac6abf095da3ddd80e', 'Tromsø', 69.6512345678, 18.95, 0, 0);
INSERT INTO post VALUES (x'01a201ef2f666a95eb2c2b9cfca848', 1, 'turned', x'01a201ef2f666a95eb2c2b9cfca848', NULL, NULL, NULL, 0, 0);
INSERT INTO post VALUES (x'01a201ef47c117ea5d3933d1c82634', 2, 'same', x'01a201ef47c117ea5d3933d1c82634', NULL, NULL, NULL, 0, 0);
INSERT INTO photo VALUES (x'01a201ef2e13ac6abf095da3ddd80e', 0, x'9ed2682f24239c4ab0d35592599c56bed626a5f9476a75d0cb5e509663503db8', 'image/jpeg', 48, 32, NULL, x'da080a7d90526786a056878777a7877870caf8758d');
INSERT INTO photo VALUES (x'01a201ef2f666a95eb2c2b9cfca848', 0, x'275f039f58d376e2cd0b745ffb1b73bbf016280fd6083c48c03fbd37c1b07d72', 'image/jpeg', 32, 48, NULL, x'da080a7d90526776a056878788a8878770caf8758d');
INSERT INTO photo VALUES (x'01a201ef47c117ea5d3933d1c82634', 0, x'9ed2682f24239c4ab0d35592599c56bed626a5f9476a75d0cb5e509663503db8', 'image/jpeg', 48, 32, NULL, x'da080a7d90526786a056878777a7877870caf8758d');
INSERT INTO clock VALUES (1, x'01a201efc0360dd9900732517a0578', 0, 0, 3, 6);
INSERT INTO account VALUES (x'3debeb5a9902453e87379ead05ff409e', 'leia@example.org', '$argon2id$', 1795328765183, NULL);
INSERT INTO account VALUES (x'9bc4d6d588a048a0af5d6487f04a4b21', 'han@example.org', '$argon2id$', 1795328783524, NULL);
INSERT INTO post_tag VALUES ('home', x'01a201ef2e13ac6abf095da3ddd80e', x'');
INSERT INTO tag VALUES ('home', 1);
INSERT INTO post_place VALUES (1, 69.65122985839844, 69.65123748779297, 18.949996948242188, 18.950000762939453, 2968.466796875, 2968.46728515625, x'01a201ef2e13ac6abf095da3ddd80e', 69.6512345678, 18.95);
CREATE TRIGGER user_search_update AFTER UPDATE OF search_key ON user
WHEN old.search_key IS NOT new.search_key BEGIN
    INSERT INTO user_search (user_search, rowid, search_key)
    SELECT 'delete', old.id, old.search_key WHERE old.search_key IS NOT NULL;
    INSERT INTO user_search (rowid, search_key)
    SELECT new.id, new.search_key WHERE new.search_key IS NOT NULL;
END;
CREATE TRIGGER user_profile_update AFTER UPDATE OF shown_name, display_name, bio, url, avatar_blob, avatar_media_type, avatar_width, avatar_height, avatar_alt, avatar_thumb_hash ON user
WHEN old.shown_name IS NOT new.shown_name OR old.display_name IS NOT new.display_name OR old.bio IS NOT new.bio OR old.url IS NOT new.url OR old.avatar_blob IS NOT new.avatar_blob OR old.avatar_media_type IS NOT new.avatar_media_type OR old.avatar_width IS NOT new.avatar_width OR old.avatar_height IS NOT new.avatar_height OR old.avatar_alt IS NOT new.avatar_alt OR old.avatar_thumb_hash IS NOT new.avatar_thumb_hash BEGIN
    UPDATE clock SET profiles = profiles + 1;
END;
PRAGMA application_id = 1414351950;
PRAGMA user_version = 6;
