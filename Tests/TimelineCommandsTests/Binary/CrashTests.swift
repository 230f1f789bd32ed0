import Testing
import TimelineTestSupport

@Suite("The built program, running concurrently and killed", .serialized)
struct CrashTests {
    @Test("Eight processes that post at the same time lose nothing")
    func eightProcesses() throws {
        let posts = TestEffort.count(5, full: 20)
        let program = try BuiltBinary()
        try program.signUp()
        let result = try program.shell(
            """
            post_many() {
                for i in $(seq \(posts)); do
                    # The text at the end is metadata: the store has the original and the public copy.
                    (picture $1 $i 0; echo $1-$i) >$1-$i.gif
                    timeline post --image $1-$i.gif --caption "$1-$i" >>log-$1 2>&1 || echo failed >>failures
                done
            }
            for p in 1 2 3 4 5 6 7 8; do post_many $p & done
            wait
            cat failures log-* 2>/dev/null | grep -E 'failed|locked|busy|Error'
            timeline feed --limit 1000 | grep -cE '^  [1-8]-[0-9]+$'
            find .local/share/timeline/blobs -type f ! -path '*/.*/*' | wc -l
            timeline doctor
            """
        )
        #expect(result.text == "\(8 * posts)\n\(16 * posts)\nAll is well.\n")
    }

    /// Runs a loop that creates posts, and kills it after a random time, within the duration of
    /// several posts.
    ///
    /// A post is considered acknowledged if its output was printed.
    @Test("A program killed while posting loses nothing that it acknowledged")
    func killed() throws {
        let program = try BuiltBinary()
        try program.signUp()
        let result = try program.shell(
            """
            RANDOM=7
            set -m
            # How long a post of such a picture takes here and now, in milliseconds.
            picture 0 0 0 >first.gif
            start=$(date +%s%N)
            timeline post --image first.gif >/dev/null
            unit=$((($(date +%s%N) - start) / 1000000 + 1))
            for round in $(seq \(TestEffort.count(8, full: 25))); do
                (
                    n=0
                    while :; do
                        n=$((n + 1))
                        (picture $round $((n / 256)) $((n % 256)); echo $round-$n) >$round-$n.gif
                        timeline post --image $round-$n.gif --caption $round-$n --format json >answer-$round-$n
                        # Every third post is deleted again, and not checked below.
                        [ $((n % 3)) -eq 0 ] || continue
                        mv answer-$round-$n gone-$round-$n
                        timeline delete $(sed -n 's/^  "id" : "\\(.*\\)".*/\\1/p' gone-$round-$n)
                    done
                ) >/dev/null 2>&1 &
                loop=$!
                # The random time is the point of this test.
                pause=$((RANDOM % (8 * unit) + unit / 2))
                sleep $(printf %d.%03d $((pause / 1000)) $((pause % 1000)))
                kill -KILL -- -$loop
                wait $loop 2>/dev/null
            done
            timeline doctor || exit 1
            acknowledged=0
            for answer in answer-*; do
                id=$(sed -n 's/^  "id" : "\\(.*\\)".*/\\1/p' $answer)
                [ -n "$id" ] || continue
                acknowledged=$((acknowledged + 1))
                timeline save $id -o saved.gif >saved || { echo "lost $id"; exit 1; }
                cmp saved.gif ${answer#answer-}.gif || exit 1
                rm saved.gif
            done
            [ $acknowledged -gt 5 ] || echo "Only $acknowledged posts were acknowledged."
            """
        )
        #expect(result.status == 0 && result.text == "All is well.\n", "\(result.text)")
    }
}
