import Testing

@Suite("The built program syncs with other processes", .timeLimit(.minutes(20)))
struct SyncBinaryTests {
    /// The shell functions `on USER COMMAND`, which runs the program on the machine of a user, and
    /// `ready USER`, which signs up the user there.
    ///
    /// A replacement for `ssh` runs its last argument on the machine named like the host.
    private static let machines = #"""
        on() {
            local home=$PWD/$1
            shift
            HOME=$home "$@"
        }
        ready() {
            mkdir $1
            echo 'a long walk on the beach' | on $1 timeline signup --email $1@example.org --username $1 \
                --password-stdin >/dev/null 2>&1 || exit 99
        }
        share() { on $1 timeline post --image $2 --caption "$3" >/dev/null || exit 98; }
        field() { sed -n "s/^  \"$1\" : \"\(.*\)\".*/\1/p"; }
        root=$PWD
        cat >ssh <<'END'
        #!/bin/bash
        while [ "$1" != -- ]; do shift; done
        echo "$2" >>"${ROOT}/hosts"
        cd "$ROOT/${2#*@}" && HOME=$PWD exec sh -c "$3"
        END
        chmod +x ssh
        export ROOT=$PWD TIMELINE_SSH=$PWD/ssh
        """#

    @Test("Two processes sync over pipes, as with ssh")
    func pipes() throws {
        let result = try BuiltBinary()
            .shell(
                """
                \(Self.machines)
                ready leia
                ready han
                share leia sunset.jpg 'Two suns'
                link=$(on leia timeline invite --format json | field link)
                on han timeline follow "$link" >/dev/null
                on han timeline sync ssh://leia >first || cat first
                cat first
                on han timeline feed | grep -o 'Two suns'
                on han timeline sync ssh://me@leia:22/$root/leia/.local/share/timeline
                on han timeline sync
                on han timeline sync --format json | grep -oE '"(b|photoB)ytesReceived" : .'
                cat hosts | sort -u
                on leia timeline users | grep -o '^@han'
                on han timeline sync ssh://nobody
                echo "exit $?"
                on leia timeline logout >/dev/null
                on han timeline sync ssh://leia
                echo "exit $?"
                TIMELINE_SSH=/nowhere/ssh on han timeline sync ssh://leia
                echo "exit $?"
                """
            )
        #expect(result.text.contains("Two suns\n"), "\(result.text)")
        let words = result.text.replacing("\n", with: " ")
        #expect(words.contains("were already equal"), "\(result.text)")
        // Equal stores exchange fingerprints and no photos.
        #expect(result.text.contains("\"photoBytesReceived\" : 0"), "\(result.text)")
        #expect(result.text.contains(/"bytesReceived" : [1-9]/), "\(result.text)")
        #expect(result.text.contains("leia\nme@leia\n@han\n"), "\(result.text)")
        #expect(result.text.contains("You are not logged in"), "\(result.text)")
        #expect(result.text.contains("exit 77"), "\(result.text)")
        #expect(result.text.hasSuffix("exit 69\n"), "\(result.text)")
    }

    @Test("Over ssh, too, an unknown device receives nothing until its invitation is followed")
    func unknownDevice() throws {
        let result = try BuiltBinary()
            .shell(
                """
                \(Self.machines)
                ready han
                ready lando
                link=$(on han timeline invite --format json | field link)
                on lando timeline follow "$link" >/dev/null
                on han timeline sync $PWD/stick --shared >/dev/null
                on lando timeline sync $PWD/stick --shared >/dev/null
                share han sunset.jpg 'Two suns'
                on han timeline sync ssh://lando
                echo "exit $?"
                on lando timeline feed | grep -c 'Two suns'
                link=$(on lando timeline invite --format json | field link)
                on han timeline follow "$link" >/dev/null 2>&1
                on han timeline sync ssh://lando >/dev/null
                echo "exit $?"
                on lando timeline feed | grep -c 'Two suns'
                """
            )
        let words = result.text.replacing("\n", with: " ")
        #expect(words.contains("did not prove that it is yours or a friend's"), "\(words)")
        #expect(result.text.hasSuffix("exit 77\n0\nexit 0\n1\n"), "\(result.text)")
    }

    @Test("Only frames are written to standard output with --stdio")
    func onlyFrames() throws {
        let result = try BuiltBinary()
            .shell(
                """
                \(Self.machines)
                ready leia
                on leia timeline sync --stdio </dev/null >output 2>errors
                echo "exit $?"
                wc -c <output
                cat errors
                """
            )
        #expect(result.text.hasPrefix("exit 69\n0\n"), "\(result.text)")
        #expect(result.text.contains("ended early"), "\(result.text)")
    }

    @Test("feed --watch and show --watch print posts and comments that another process syncs")
    func watching() throws {
        let result = try BuiltBinary()
            .shell(
                """
                \(Self.machines)
                until_printed() {
                    for i in $(seq 3000); do
                        grep -q "$1" $2 && return
                        sleep 0.1
                    done
                    echo "never printed: $1"
                    cat $2
                }
                ready leia
                ready han
                id=$(on leia timeline post --image sunset.jpg --caption 'Two suns' --format json | field id)
                link=$(on leia timeline invite --format json | field link)
                on han timeline follow "$link" >/dev/null
                on leia timeline sync $PWD/stick --shared >/dev/null
                on han timeline sync $PWD/stick --shared >/dev/null
                set -m
                HOME=$PWD/han timeline feed --watch >feed 2>errors &
                feed=$!
                HOME=$PWD/han timeline show $id --watch >post 2>>errors &
                post=$!
                until_printed 'Two suns' feed
                until_printed 'Two suns' post
                share leia sunset.jpg 'Three moons'
                on leia timeline comment $id 'Lovely evening' >/dev/null
                on leia timeline sync $PWD/stick >/dev/null
                on han timeline sync $PWD/stick >/dev/null
                until_printed 'Three moons' feed
                until_printed 'Lovely evening' post
                kill $feed $post
                wait $feed $post 2>/dev/null
                grep -c 'Two suns' feed
                grep -c 'Three moons' feed
                grep -c 'Lovely evening' post
                cat errors
                """
            )
        // The shell may also report that both jobs have been terminated.
        #expect(result.text.hasSuffix("1\n1\n1\n"), "\(result.text)")
    }

    @Test("Devices sync over TCP with an invitation, which nobody else can use")
    func tcp() throws {
        let result = try BuiltBinary()
            .shell(
                """
                \(Self.machines)
                for user in leia han lando; do ready $user; done
                share leia sunset.jpg 'Two suns'
                exec 4< <(HOME=$PWD/leia exec timeline sync --listen 127.0.0.1:0 --format json 2>log)
                listener=$!
                while read -r line <&4; do
                    if [[ $line =~ tcp://127.0.0.1:([0-9]+) ]]; then port=${BASH_REMATCH[1]} && break; fi
                done
                on lando timeline sync tcp://127.0.0.1:$port
                echo "exit $?"
                link=$(on leia timeline invite --address tcp://127.0.0.1:$port --format json | field link)
                on han timeline follow "$link"
                on han timeline feed | grep -o 'Two suns'
                on han timeline sync
                on lando timeline follow "$link"
                echo "exit $?"
                kill -INT $listener
                wait $listener
                echo "exit $?"
                cat log
                on han timeline sync
                echo "exit $?"
                """
            )
        let text = result.text
        #expect(text.hasPrefix("Error: Another device answers at tcp://127.0.0.1"), "\(text)")
        #expect(text.contains("exit 77\nYou follow @leia."), "\(text)")
        #expect(text.contains("Two suns\n"), "\(text)")
        #expect(text.contains("were already equal"), "\(text)")
        let words = text.replacing("\n", with: " ")
        #expect(words.contains("refused the invitation"), "\(text)")
        #expect(words.contains("folders and other devices. exit 77 exit 0 "), "\(text)")
        #expect(text.hasSuffix("exit 69\n"), "\(text)")
    }

    @Test("A listener whose output has been closed serves on")
    func closedOutput() throws {
        let result = try BuiltBinary()
            .shell(
                """
                \(Self.machines)
                for user in leia han; do ready $user; done
                share leia sunset.jpg 'Two suns'
                exec 4< <(HOME=$PWD/leia exec timeline sync --listen 127.0.0.1:0 --format json 2>log)
                listener=$!
                while read -r line <&4; do
                    if [[ $line =~ tcp://127.0.0.1:([0-9]+) ]]; then port=${BASH_REMATCH[1]} && break; fi
                done
                exec 4<&-
                link=$(on leia timeline invite --address tcp://127.0.0.1:$port --format json | field link)
                on han timeline follow "$link" >/dev/null 2>&1
                for round in 1 2; do
                    on han timeline sync >/dev/null 2>&1
                    echo "exit $?"
                done
                kill -INT $listener
                wait $listener
                """
            )
        #expect(result.text == "exit 0\nexit 0\n", "\(result.text)")
    }

    @Test("After kill -9 at random times, the next sync completes", .timeLimit(.minutes(20)))
    func killed() throws {
        let result = try BuiltBinary()
            .shell(
                """
                \(Self.machines)
                RANDOM=7
                ready leia
                ready han
                for i in $(seq 40); do picture $i 0 0 >$i.gif; share leia $i.gif "Number $i."; done
                link=$(on leia timeline invite --format json | field link)
                on han timeline follow "$link" >/dev/null
                # How long a sync takes here and now, in milliseconds.
                start=$(date +%s%N)
                on leia timeline sync $PWD/stick --shared >/dev/null
                unit=$((($(date +%s%N) - start) / 1000000 + 1))
                set -m
                for round in $(seq 10); do
                    on han timeline sync $PWD/stick --shared >/dev/null 2>&1 &
                    sync=$!
                    # The random time is the point of this test.
                    pause=$((RANDOM % unit))
                    sleep $(printf %d.%03d $((pause / 1000)) $((pause % 1000)))
                    kill -KILL -- -$sync
                    wait $sync 2>/dev/null
                done
                on han timeline sync $PWD/stick --shared >/dev/null || echo failed
                on han timeline sync $PWD/stick
                on han timeline feed --limit 100 | grep -c 'Number'
                on han timeline doctor
                """
            )
        let words = result.text.replacing("\n", with: " ")
        #expect(words.contains("were already equal"), "\(result.text)")
        #expect(result.text.hasSuffix("40\nAll is well.\n"), "\(result.text)")
    }
}
