package import TimelineCore

/// What pages ask of a database on another machine.
///
/// One group of statements has everything that follows from the request and from what this process
/// remembers of its session. Another one completes the posts of the page.
extension ReadTransaction: Foresight {
    package func foresee(_ page: ForeseenPage, for session: Session.ID?) throws {
        guard let memory = connection.memory else { return }
        let questions = PageQuestions(memory)
        if let session {
            questions.note { _ = try $1.session(session) }
            completion.viewer = memory.user(of: session)
        }
        let viewer = completion.viewer
        switch page {
        case .any: questions.askViewer(viewer)
        case .home(let range, let comments):
            questions.askViewer(viewer)
            completion.comments = comments
            completion.isHome = true
            if let viewer { questions.askHome(of: viewer, range) }
        case .post(let post, let comments):
            questions.askViewer(viewer)
            questions.askPost(post, comments: comments, for: viewer)
        case .profile(let user, let range):
            questions.askViewer(viewer)
            questions.askProfile(of: user, range, for: viewer)
        case .popular(let since, let limit):
            questions.askViewer(viewer)
            questions.note { reader, _ in try reader.askPopular(since: since, limit: limit) }
        case .search(let users, let tag, let prefixes):
            questions.askViewer(viewer)
            questions.askSuggestions(users, tag, prefixes)
        case .texts(let texts):
            let info = try anySnapshotInfo()
            questions.askTexts(texts, completion.found, info)
        }
        try connection.foresee(questions.statements)
    }

    /// Asks for what completes posts: their rows, their authors, and what else their page shows.
    func foreseePosts(_ ids: [Post.ID], for viewer: User.ID?, in info: SnapshotInfo) throws {
        guard let memory = connection.memory else { return }
        let questions = PageQuestions(memory)
        let comments = completion.comments
        questions.note { reader, _ in
            _ = try reader.rows(of: ids, for: info.viewer?.rowID)
        }
        questions.note { reader, _ in try reader.cacheAuthors(of: ids, comments, info) }
        if completion.isHome, let viewer {
            completion.posts = Set(ids)
            let accounts = PrivateTables(connection: connection)
            let epoch = try accounts.activityEpoch(of: viewer)
            questions.askBelowHome(ids, comments, since: epoch, for: viewer, info)
        }
        try connection.foresee(questions.statements)
        try cacheAuthors(of: ids, comments, info)
    }

    /// Reads the authors of posts and of their newest comments into the cache of the snapshot.
    fileprivate func cacheAuthors(
        of ids: [Post.ID],
        _ comments: Int,
        _ info: SnapshotInfo
    ) throws {
        try statement(
            """
            SELECT u.id, \(User.columns) FROM user u WHERE u.username IS NOT NULL AND u.id IN (
                SELECT author FROM post WHERE id = ANY (CAST(?1 AS BYTEA[]))
                UNION SELECT c.author FROM unnest(CAST(?1 AS BYTEA[])) page (id)
                CROSS JOIN LATERAL (
                    SELECT author FROM comment WHERE post = page.id ORDER BY id DESC LIMIT ?2
                ) c
            )
            """
        )
        .forEach(PushIDArray(ids.map(\.pushID)), comments) { row in
            info.cache.insert(User(row, at: 1), rowID: row.int64(0), at: info.epoch)
        }
    }
}

/// What is known of a page while it is read from a database on another machine.
struct PageCompletion {
    /// The viewer, if this process remembers the session.
    var viewer: User.ID?
    /// Whether the page is that of the home timeline.
    var isHome = false
    /// The number of newest comments that are shown on each post.
    var comments = 0
    /// The posts of the page.
    var posts: Set<Post.ID> = []
    /// The texts that a search has found.
    var found: [TextID: FoundText] = [:]
    /// The words and the end of a search whose texts are all among these.
    var searched: (words: Set<TextArray>, from: TextID)?
}

/// A text that a search has found in PostgreSQL.
struct FoundText {
    let id: TextID
    /// The post, or the post on which the comment is.
    let post: Post.ID
    /// The author of a comment.
    let author: User.ID?
    /// The words of the text.
    let words: [String]
}

/// The questions of a page, which are asked of a recorder to note their statements.
private struct PageQuestions {
    private let recorder: StatementRecorder
    private let memory: StoreMemory
    private let reader: ReadTransaction
    private let accounts: PrivateTables

    init(_ memory: StoreMemory) {
        self.memory = memory
        recorder = StatementRecorder(memory)
        reader = ReadTransaction(uncached: recorder)
        accounts = PrivateTables(connection: recorder)
    }

    var statements: [ForeseenStatement] { recorder.statements }

    /// Notes the statements of a question.
    func note(_ ask: (ReadTransaction, PrivateTables) throws -> Void) {
        recorder.note { try ask(reader, accounts) }
    }

    private func rowID(of user: User.ID?) -> Int64? {
        user.flatMap { memory.viewer($0) }?.rowID
    }

    func askViewer(_ viewer: User.ID?) {
        note { reader, _ in _ = try reader.snapshotInfo(for: viewer) }
    }

    func askHome(of viewer: User.ID, _ range: PostRange) {
        note { reader, _ in _ = try reader.user(viewer) }
        note { reader, _ in _ = try reader.epoch() }
        note { _, accounts in _ = try accounts.readPosition(of: viewer) }
        note { _, accounts in _ = try accounts.activityEpoch(of: viewer) }
        guard let known = memory.viewer(viewer) else { return }
        note { reader, _ in
            _ = try reader.homeIDs(of: known, in: range, memory.plan(of: known))
        }
    }

    func askBelowHome(
        _ ids: [Post.ID],
        _ comments: Int,
        since epoch: Int,
        for viewer: User.ID,
        _ info: SnapshotInfo
    ) {
        note { reader, _ in _ = try reader.newestRows(onEach: ids, limit: comments) }
        note { _, accounts in _ = try accounts.bookmarked(among: ids, by: viewer) }
        guard let known = info.viewer else { return }
        note { reader, _ in
            _ = try reader.activityCount(of: known, since: epoch, limit: ActivityPage.countLimit)
        }
    }

    func askPost(_ post: Post.ID, comments: Int?, for viewer: User.ID?) {
        let rowID = rowID(of: viewer)
        note { reader, _ in _ = try reader.rows(of: [post], for: rowID) }
        note { reader, _ in
            if let comments {
                _ = try reader.newestRows(onEach: [post], limit: comments)
            } else {
                _ = try reader.comments(on: post, after: nil, limit: .max)
            }
        }
        guard let viewer else { return }
        note { _, accounts in _ = try accounts.bookmark(of: post, by: viewer) }
    }

    func askProfile(of user: User.ID, _ range: PostRange, for viewer: User.ID?) {
        let rowID = rowID(of: viewer)
        note { reader, _ in _ = try reader.profile(of: user, forRow: rowID) }
        note { reader, _ in _ = try reader.tables.rowID(ofVisible: user) }
        note { reader, _ in _ = try reader.epoch() }
        guard let author = memory.viewer(user)?.rowID else { return }
        note { reader, _ in _ = try reader.postIDs(byRow: author, in: range) }
    }

    func askSuggestions(_ users: UserQuery, _ tag: String?, _ prefixes: [String]) {
        for prefix in prefixes {
            note { reader, _ in
                _ = try reader.words(startingWith: prefix, limit: TextQuery.maximumExpansion)
            }
        }
        note { reader, _ in _ = try reader.users(users) }
        guard let tag else { return }
        note { reader, _ in _ = try reader.tags(startingWith: tag, limit: users.limit) }
    }

    func askTexts(_ texts: [TextID], _ found: [TextID: FoundText], _ info: SnapshotInfo) {
        var posts: [Post.ID] = []
        for text in texts {
            guard let known = found[text] else { continue }
            posts.append(known.post)
            guard case .comment(let comment) = text else { continue }
            note { reader, _ in _ = try reader.comment(comment) }
            guard let author = known.author else { continue }
            note { reader, _ in _ = try reader.user(author) }
        }
        note { reader, _ in _ = try reader.rows(of: posts, for: info.viewer?.rowID) }
        note { reader, _ in try reader.cacheAuthors(of: posts, 0, info) }
    }
}
