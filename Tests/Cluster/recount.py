"""What a store on servers contains, by its tables: the key of every item, and counts compared with a recount."""

import psycopg

#: The number of newest posts whose counts are compared as the API shows them; the database has all of them.
SHOWN = 200
ALPHABET = "-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz"

#: The parts of a key, of which the ID of a post comes last. Of posts or comments of an author with the same text, which
#: the writers never write, all but the first are listed twice.
ITEMS = (
    """SELECT 'post', caption, id FROM (
        SELECT caption, id, row_number() OVER (PARTITION BY author, caption ORDER BY id) AS copy FROM post
    ) p, generate_series(1, least(copy, 2)) WHERE caption <> 'shared'""",
    """SELECT 'comment', text, id FROM (
        SELECT text, id, row_number() OVER (PARTITION BY author, text ORDER BY id) AS copy FROM comment
    ) c, generate_series(1, least(copy, 2))""",
    """SELECT 'like', username, post FROM post_like JOIN "user" u ON u.id = "user" """,
    """SELECT 'follow', a.username, b.username
    FROM follow JOIN "user" a ON a.id = follower JOIN "user" b ON b.id = followed""",
)
#: The names of users, and what must be equal: their counts with their parts, and a recount.
USERS = """SELECT username,
    ARRAY[u.post_count + coalesce(p.posts, 0), u.follower_count + coalesce(p.followers, 0),
        u.following_count + coalesce(p.following, 0)]::bigint[],
    ARRAY[(SELECT count(*) FROM post WHERE author = u.id), (SELECT count(*) FROM follow WHERE followed = u.id),
        (SELECT count(*) FROM follow WHERE follower = u.id)]
FROM "user" u LEFT JOIN (
    SELECT "user" AS id, sum(post_count) AS posts, sum(follower_count) AS followers, sum(following_count) AS following
    FROM user_part GROUP BY 1
) p ON p.id = u.id"""
#: The same for posts, oldest first.
POSTS = """SELECT p.id,
    ARRAY[p.like_count + coalesce(q.likes, 0), p.comment_count + coalesce(q.comments, 0)]::bigint[],
    ARRAY[coalesce(l.number, 0), coalesce(c.number, 0)]
FROM post p
LEFT JOIN (SELECT post, sum(like_count) AS likes, sum(comment_count) AS comments FROM post_part GROUP BY 1) q
    ON q.post = p.id
LEFT JOIN (SELECT post, count(*) AS number FROM post_like GROUP BY 1) l ON l.post = p.id
LEFT JOIN (SELECT post, count(*) AS number FROM comment GROUP BY 1) c ON c.post = p.id
ORDER BY p.id"""


class Contents:
    """What the database contains, read through a connection of its own."""

    def __init__(self, dsn):
        with psycopg.connect(dsn) as database:
            database.execute("SET search_path TO timeline")
            self.items = [" ".join(map(text, key)) for statement in ITEMS for key in database.execute(statement)]
            self.users, self.posts = database.execute(USERS).fetchall(), database.execute(POSTS).fetchall()

    def problems(self, client):
        """Yields what is wrong with the counts in the database, with those that the API shows, and for the doctor."""
        for name, count, recount in [*self.users, *self.posts]:
            if count != recount:
                yield f"{text(name)} has the counts {count} instead of {recount}."
        for name, _, recount in self.users:
            account = client.account(name)
            shown = [account[f"{kind}_count"] for kind in ("statuses", "followers", "following")]
            if shown != recount:
                yield f"{name} is shown with the counts {shown} instead of {recount}."
        # The oldest post is the shared one.
        for post, _, recount in [*self.posts[:1], *self.posts[1:][-SHOWN:]]:
            status = client.call("GET", f"v1/statuses/{text(post)}")
            shown = [status["favourites_count"], status["replies_count"]]
            if shown != recount:
                yield f"{text(post)} is shown with the counts {shown} instead of {recount}."
        if findings := client.doctor():
            yield findings[:2000]


def text(value):
    """Returns the ID of a post as the API has it: 20 characters of 6 bits each."""
    if not isinstance(value, bytes):
        return value
    bits = int.from_bytes(value, "big")
    return "".join(ALPHABET[bits >> 6 * position & 63] for position in reversed(range(20)))
