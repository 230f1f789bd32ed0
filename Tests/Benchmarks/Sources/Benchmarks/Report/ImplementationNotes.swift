extension Implementation {
    /// A Markdown list that describes each implementation and its setup.
    static let notes = """
        - **Timeline**: the public API on SQLite, called by a logged-in reader: it checks the session each time
        - **precomputed inbox**: a table with the whole timeline of each reader; the cost of maintaining it is not measured
        - **plain join**: posts joined with follows, `ORDER BY id DESC LIMIT 50`, with the plan chosen by SQLite
        - **full sort**: the IDs of all posts by followed users, sorted in Swift
        - **Redis inboxes**: a precomputed sorted set per reader; each member contains the IDs of a post and its author,
          is read by `ZREVRANGEBYLEX`, and completed by one pipeline of `HMGET` and `SISMEMBER`. Redis 7 over a Unix
          socket with its official client library, hiredis; persistence is off; `hash-max-listpack-value` 1024 keeps post
          hashes in their compact form, as Redis's page on memory optimization recommends
        - **PostgreSQL lateral**: the 50 newest posts of each followed user through an index on (author, id DESC), the
          newest 50 of those, and their rows, in one prepared statement. PostgreSQL 15 over a Unix socket with its
          official client library, libpq, in binary form; loaded by COPY, then indexed, then `VACUUM (ANALYZE)`;
          `shared_buffers` a quarter and `effective_cache_size` half of the memory, `work_mem` 64 MB, `random_page_cost`
          1.1 for solid-state disks, `jit` off for short queries, `plan_cache_mode` force_generic_plan to save planning

        Timeline and the other implementations on SQLite read the same file, and complete a page with the same statement
        and user cache. The servers' answers are converted to the same Swift values.
        """
}
