extension Contender {
    /// What each contender is, and how it was set up.
    static let notes = """
        - **Timeline**: the public call of a logged-in reader on SQLite, which checks the session each time and runs on a
          Dispatch thread
        - **in memory**: the same call on `InMemoryRepository`, filled with the same changes; it is the oracle of the
          tests, written to be plainly correct
        - **ready-made inbox**: a table that contains each reader's whole timeline; the cost of maintaining it is not counted
        - **plain join**: posts joined with follows, `ORDER BY id DESC LIMIT 50`, with the plan left to SQLite
        - **everything, sorted**: the IDs of all posts by all followed users, sorted in Swift
        - **Redis inboxes**: a ready-made sorted set for each reader; its members, read by `ZREVRANGEBYLEX`, contain post and
          author, and one pipeline of `HMGET` and `SISMEMBER` fills the page. Redis 7 over a Unix socket with its own
          client library, hiredis; nothing is saved to disk; `hash-max-listpack-value` 1024 keeps the hashes of
          posts in their compact form, as its page on memory optimization advises
        - **PostgreSQL lateral**: the 50 newest posts of each followed user by an index (author, id DESC), the newest 50
          of those, and their rows, in one prepared statement. PostgreSQL 15 over a Unix socket with its own client
          library, libpq, in binary form; loaded by COPY, indexed after it, `VACUUM (ANALYZE)`; `shared_buffers` a
          quarter and `effective_cache_size` half of the memory, `work_mem` 64 MB, `random_page_cost` 1.1 as for
          solid-state disks, `jit` off as for short queries, `plan_cache_mode` force_generic_plan, which saves planning
          each time

        Timeline and the alternatives on SQLite read one file and fill the page in the same way: one statement, and cached
        authors. The answers of Redis and PostgreSQL are converted to the same values.
        """
}
