import Testing

@Suite(
    "The built program reads from a disk that cannot be written to",
    .enabled(if: FailingDisk.isAvailable, "LD_PRELOAD exists on Linux only")
)
struct ReadingFaultTests {
    private let program: BuiltBinary
    private let disk: FailingDisk

    init() throws {
        program = try BuiltBinary()
        disk = try FailingDisk(of: program)
        try program.signUp()
        let result = try program.shell(
            """
            timeline post --image sunset.jpg --caption first >/dev/null || exit 1
            timeline post --image sunset.jpg --caption second >/dev/null || exit 1
            # A session that was last used an hour ago is touched by each command.
            python3 -c "
            import sqlite3
            store = sqlite3.connect('.local/share/timeline/timeline.sqlite')
            store.execute('UPDATE session SET last_used_at = last_used_at - 3600000')
            store.commit()" || exit 1
            cp -rp .local prepared
            timeline feed >expected
            """
        )
        try #require(result.status == 0, "\(result.text)")
    }

    @Test(
        "A page needs no write",
        arguments: [FailingDisk.Fault.full, .broken, .brokenOnce, .readOnly]
    )
    func feed(fault: FailingDisk.Fault) throws {
        var step = 0
        var failure: String?
        repeat {
            let result = try program.shell(
                disk.function(fault, from: step)
                    + """
                    rm -rf .local && cp -rp prepared .local
                    faulty timeline feed >shown 2>complaint
                    echo $?
                    cat complaint
                    cmp shown expected
                    """
            )
            failure = try disk.firstFailure()
            #expect(result.text == "0\n", "\(fault) \(step) \(failure ?? "")")
            step += 1
        } while failure != nil && step < 60
        #expect((2..<60).contains(step))
    }

    @Test("A server does not start, because it would read a store without locks")
    func serve() throws {
        let result = try program.shell(
            disk.function(.full, from: 0) + "faulty timeout 60 timeline serve --port 0 2>&1"
        )
        #expect(result.status == 74)
        #expect(result.text.contains("Opening the store failed"), "\(result.text)")
    }

    @Test("A write to read-only media reports the reason")
    func post() throws {
        let writes = ["post --image sunset.jpg", "comment -- $post hello", "delete -- $post"]
        for write in writes {
            let result = try program.shell(
                disk.function(.readOnly, from: 0)
                    + """
                    post=$(timeline feed --format json | sed -n 's/.*"id" : "\\(-.*\\)".*/\\1/p' | head -1)
                    faulty timeline \(write)
                    """
            )
            #expect(result.status == 75, "\(write)")
            #expect(result.text.hasPrefix("Error: The store is read-only"), "\(result.text)")
        }
    }
}
