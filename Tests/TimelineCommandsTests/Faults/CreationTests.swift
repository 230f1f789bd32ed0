import Testing
import TimelineTestSupport

@Suite("The built program creates a store", .serialized)
struct CreationTests {
    /// A shell function that signs up the user `$2` and runs the program with the prefix `$1`.
    private static let signUp = """
        password='a long walk on the beach'
        sign_up() {
            echo "$password" |
                $1 timeline signup --email $2@example.org --username $2 --password-stdin
        }

        """

    @Test(
        """
        Whatever happens at some steps of the first sign-up (make check: at more), every later \
        command works
        """,
        .enabled(if: FailingDisk.isAvailable, "LD_PRELOAD exists on Linux only"),
        arguments: [FailingDisk.Fault.killed, .brokenOnce]
    )
    func everyStep(fault: FailingDisk.Fault) throws {
        let program = try BuiltBinary()
        let disk = try FailingDisk(of: program)
        // The two faults start at different steps, so that together they cover twice as many.
        let stride = TestEffort.count(24, full: 2, exhaustive: 1)
        var step = fault == .killed ? 0 : stride - 1
        var failure: String?
        repeat {
            let result = try program.shell(
                Self.signUp + disk.function(fault, from: step)
                    + """
                    rm -rf .local
                    sign_up faulty leia >/dev/null 2>&1
                    acknowledged=$?
                    timeline users >users 2>&1
                    case $? in
                    0) ;;
                    66) ! test -e .local/share/timeline/timeline.sqlite ;;
                    *) false ;;
                    esac || { cat users; exit 1; }
                    timeline doctor >health 2>&1
                    case $? in
                    0) grep -q 'All is well' health ;;
                    66) ! test -e .local/share/timeline/timeline.sqlite ;;
                    *) false ;;
                    esac || { cat health; exit 1; }
                    if test $acknowledged = 0; then grep -q @leia users || exit 1; fi
                    # Further commands run on the same file; each password costs a tenth of a second.
                    if test $((\(step / stride) % 3)) = 0; then
                        sign_up '' luke >luke 2>&1 && timeline users | grep -q @luke || { cat luke; exit 1; }
                    fi
                    """
            )
            failure = try disk.firstFailure()
            #expect(
                result.status == 0,
                "\(fault) \(step) \(failure ?? ""): \(result.text)"
            )
            step += stride
        } while failure != nil && step < 220
        #expect(failure == nil && step >= 30)
    }

    @Test("Eight simultaneous first commands succeed")
    func eightAtOnce() throws {
        let program = try BuiltBinary()
        let result = try program.shell(
            Self.signUp
                + """
                for round in 1 2; do
                    rm -rf .local
                    for n in 1 2 3 4 5 6 7 8; do
                        sign_up '' user$n >answer-$n 2>&1 || echo "$n: $(cat answer-$n)" &
                    done
                    wait
                    timeline users | grep -c '@user'
                    timeline doctor
                    ls -A .local/share/timeline | grep -v -e '^timeline.sqlite$' -e '^blobs$'
                done
                """
        )
        let round = "8\nAll is well.\n"
        #expect(result.text == round + round)
    }
}
