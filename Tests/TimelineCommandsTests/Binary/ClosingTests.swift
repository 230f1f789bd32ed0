import Testing

@Suite("The built program closes its store")
struct ClosingTests {
    @Test("After each command, even a failed one, the database is complete in one file")
    func oneFile() throws {
        let program = try BuiltBinary()
        try program.signUp()
        let result = try program.shell(
            """
            cd .local/share/timeline
            ls
            timeline post --image ../../../sunset.jpg >/dev/null && ls
            timeline comment 0000 hello 2>/dev/null
            ls
            timeline feed >/dev/null && ls
            """
        )
        let alone = "blobs\ntimeline.sqlite\n"
        #expect(result.text == "timeline.sqlite\n" + alone + alone + alone)
    }
}
