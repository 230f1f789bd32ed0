import Testing

@Suite("The built program serves browsers", .timeLimit(.minutes(20)))
struct ServeBinaryTests {
    /// The shell function `start OPTION...`, which starts a server in the background and sets
    /// `server` and `port`.
    private static let start = #"""
        start() {
            exec 4< <(exec timeline serve "$@" 2>log)
            server=$!
            while read -r line <&4; do
                if [[ $line =~ :([0-9]+)/ ]]; then port=${BASH_REMATCH[1]} && return; fi
            done
            cat log
            exit 99
        }
        """#

    #if TLS
    private static let certificates: [(String, Int32, String)] = [
        ("timeline serve --tls-cert cert.pem --tls-key key.pem", 74, "cert.pem"),
        ("timeline serve --tls-cert sunset.jpg --tls-key sunset.jpg", 74, "PEM"),
    ]
    #else
    private static let certificates: [(String, Int32, String)] = [
        ("timeline serve --tls-cert cert.pem --tls-key key.pem", 69, "make install")
    ]
    #endif

    @Test(
        "The exit status says whether the options or the system are at fault",
        arguments: [
            ("timeline serve --host 0.0.0.0", 64, "--insecure"),
            ("timeline serve --url http://photos.lan", 64, "Let the proxy encrypt"),
            ("timeline serve --port 70000", 64, "--port"),
            ("timeline serve --host ''", 64, "--host"),
            ("timeline serve --tls-cert cert.pem", 64, "--tls-key"),
            ("timeline serve --tls-cert a --tls-key b --insecure", 64, "--insecure"),
            ("timeline serve --metrics 0.0.0.0:9101", 64, "--metrics"),
            ("timeline serve --drain 601", 64, "--drain"),
            ("timeline serve --proxy 10.0.0.10", 64, "--url"),
            ("timeline serve --url https://photos.example --proxy photos.lan", 64, "--proxy"),
            ("timeline serve --host 203.0.113.7 --insecure", 74, "203.0.113.7"),
            ("timeline serve --host nosuch.invalid --insecure", 74, "cannot listen on"),
            (
                "start --port 0; timeline serve --port $port; s=$?; kill $server; exit $s", 74,
                "--port"
            ),
        ] + certificates
    )
    func status(script: String, expected: Int32, word: String) throws {
        let result = try BuiltBinary().shell("\(Self.start)\n\(script)")
        #expect(result.status == expected, "\(result.text)")
        #expect(result.text.contains(word), "\(result.text)")
    }

    @Test(
        "The server says who can connect",
        arguments: [
            ("--host 0.0.0.0 --insecure", "Other machines on your network can connect."),
            ("--url https://photos.example", "Whoever reaches the reverse proxy can connect."),
        ]
    )
    func reach(options: String, sentence: String) throws {
        let result = try BuiltBinary()
            .shell(
                #"""
                exec 4< <(exec timeline serve --port 0 \#(options) 2>log)
                server=$!
                while read -r line <&4; do
                    case $line in *connect.) echo "$line" && break ;; esac
                done
                kill $server
                """#
            )
        #expect(result.text == sentence + "\n")
    }

    @Test("Only --verbose logs requests", arguments: [("", "0\n"), ("--verbose", "1\n")])
    func requests(option: String, count: String) throws {
        let program = try BuiltBinary()
        let result = try program.shell(
            """
            \(Self.start)
            start --port 0 \(option)
            exec 3<>/dev/tcp/127.0.0.1/$port
            printf 'GET /login HTTP/1.1\\r\\nHost: localhost\\r\\nConnection: close\\r\\n\\r\\n' >&3
            cat <&3 >/dev/null
            kill $server
            wait $server
            grep -c path=/login log
            """
        )
        #expect(result.text == count)
    }

    @Test("SIGTERM ends live streams in order, and then the server")
    func signal() throws {
        let program = try BuiltBinary()
        try program.signUp()
        let result = try program.shell(
            """
            \(Self.start)
            start --port 0
            token=$(cat .local/state/timeline/session-*)
            exec 3<>/dev/tcp/127.0.0.1/$port
            printf 'GET /live?since= HTTP/1.1\\r\\nHost: localhost\\r\\nCookie: timeline-%s=%s\\r\\n\\r\\n' "$port" "$token" >&3
            while read -t 20 -r line <&3; do
                case $line in :*) break ;; esac
            done
            kill $server
            cat <&3 | tail -c 5 | od -An -c
            wait $server
            echo "exit $?"
            """
        )
        #expect(result.text.contains(#"0  \r  \n  \r  \n"#), "\(result.text)")
        #expect(result.text.hasSuffix("exit 0\n"), "\(result.text)")
    }

    @Test(
        "The default store is created, so that its first user can sign up, and others on request",
        arguments: [("", ".local/share/timeline"), ("--store other --sign-up", "other")]
    )
    func creation(options: String, folder: String) throws {
        let result = try BuiltBinary()
            .shell(
                """
                \(Self.start)
                start --port 0 \(options)
                kill $server && wait $server
                test -e \(folder)/timeline.sqlite && echo created
                """
            )
        #expect(result.text == "created\n")
    }

    @Test("The demo serves a store that is deleted afterwards, even if the port is in use")
    func demo() throws {
        let result = try BuiltBinary()
            .shell(
                #"""
                mkdir tmp
                serve_demo() {
                    while read -r line <&$1; do
                        case $line in *carbonite-at-dawn*) return ;; esac
                    done
                    cat log
                    exit 99
                }
                exec 4< <(TMPDIR=$PWD/tmp exec timeline demo --serve --images none 2>log)
                first=$!
                serve_demo 4
                exec 5< <(TMPDIR=$PWD/tmp exec timeline demo --serve --images none 2>log)
                second=$!
                serve_demo 5
                ls tmp | wc -l
                kill $first && wait $first
                echo "exit $?"
                kill $second && wait $second
                echo "exit $?"
                ls tmp | wc -l
                """#
            )
        #expect(result.text == "2\nexit 0\nexit 0\n0\n")
    }
}
