extension Contender {
    /// What each contender is, and how it was set up.
    static let notes = """
        - **Timeline**: the public call of a logged-in reader on SQLite, which checks the session each time, on a Dispatch
          thread
        - **in memory**: the same call on `InMemoryRepository`, filled with the same changes; it is the oracle of the
          tests, written for being plainly right
        - **ready-made inbox**: a table that holds each reader's whole timeline already (nobody keeps that for free)
        - **plain join**: posts joined with follows, `ORDER BY id DESC LIMIT 50`, the plan left to SQLite
        - **everything, sorted**: the identifiers of all posts of everyone followed, sorted in Swift
        - **Redis inboxes**: a ready-made sorted set for each reader; its members, read by `ZREVRANGEBYLEX`, name post and
          author, and one pipeline of `HMGET` and `SISMEMBER` fills the page. Redis 7 over a Unix socket with its own
          client library, hiredis; nothing is saved to disk; `hash-max-listpack-value` 1024 keeps the hashes of
          posts in their compact form, as its page on memory optimization advises
        - **PostgreSQL lateral**: the 50 newest of each followed user by an index (author, id DESC), the newest 50 of
          those, and their rows, in one prepared statement. PostgreSQL 15 over a Unix socket with its own client
          library, libpq, in binary form; loaded by COPY, indexed after it, `VACUUM (ANALYZE)`; `shared_buffers` a
          quarter and `effective_cache_size` half of the memory, `work_mem` 64 MB, `random_page_cost` 1.1 as for
          solid-state disks, `jit` off as for short queries, `plan_cache_mode` force_generic_plan, which saves planning
          each time

        Timeline and the ways on SQLite read one file and fill the page alike: one statement, and the authors remembered. The
        peers' answers are made into the same values.
        """
}
