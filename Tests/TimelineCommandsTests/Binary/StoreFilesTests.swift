import Testing

@Suite("The built program and the files of a store")
struct StoreFilesTests {
    @Test("A repair follows no links and ignores files that Timeline did not create")
    func links() throws {
        let program = try BuiltBinary()
        try program.signUp()
        let result = try program.shell(
            """
            timeline post --image sunset.jpg >/dev/null || exit 1
            mkdir outside && echo secret >outside/file && chmod 755 outside && chmod 644 outside/file
            name=$(printf '%062d' 7)
            touch outside/$name outside/.writing-old && touch -d '2020-01-01' outside/.writing-old
            chmod 644 outside/$name
            cd .local/share/timeline/blobs
            ours=$(ls)
            ln -s $OLDPWD/outside/file $ours/$name
            ln -s $OLDPWD/outside fe
            mkdir theirs && touch theirs/$name && chmod 755 theirs && chmod 644 theirs/$name
            chmod 755 $ours && chmod 644 $ours/*[!7]
            timeline doctor --repair >answer
            echo $?
            sed 's/.*timeline.blobs.//' answer | sed "s/$ours/OURS/; s/$name/NAME/; s/[0-9a-f]\\{62\\}/PHOTO/"
            stat -c '%a' $ours theirs theirs/$name
            cd $OLDPWD/outside && stat -c '%a %n' file $name .writing-old . | sed "s/$name/NAME/"
            """
        )
        #expect(
            result.text == """
                74
                OURS: its permissions are 755, not 700. Repaired.
                OURS/PHOTO: its permissions are 644, not 600. Repaired.
                OURS/NAME is a symbolic link, which Timeline does not follow; put the file itself there.
                fe is a symbolic link, which Timeline does not follow; put the file itself there.
                700
                755
                644
                644 file
                644 NAME
                644 .writing-old
                755 .

                """,
            "\(result.text)"
        )
    }

    @Test("A repair makes a database readable that its owner cannot open")
    func unreadable() throws {
        let program = try BuiltBinary()
        try program.signUp()
        let result = try program.shell(
            """
            chmod 0 .local/share/timeline/timeline.sqlite
            timeline doctor --repair | sed 's/.*timeline.sqlite/DATABASE/'
            stat -c '%a' .local/share/timeline/timeline.sqlite
            """
        )
        #expect(result.text.hasPrefix("DATABASE are 0, not 600. Repaired."))
        #expect(result.text.hasSuffix("\n600\n"), "\(result.text)")
    }

    @Test("Creating a store in a folder that others can write to prints a warning")
    func warning() throws {
        let result = try BuiltBinary()
            .shell(
                """
                mkdir -m 777 shared
                sign_up() {
                    echo 'a long walk on the beach' | timeline signup --store shared \
                        --email $1@example.org --username $1 --password-stdin $2 $3 2>&1 >/dev/null | grep -v '^timeline '
                }
                sign_up leia
                sign_up han
                timeline doctor --store shared --repair >/dev/null
                stat -c '%a' shared
                """
            )
        #expect(
            result.text.hasPrefix("Warning: Others can write to ")
                && result.text.hasSuffix("\n700\n")
        )
        #expect(result.text.count { $0 == "\n" } == 2, "\(result.text)")
    }

    @Test("A backup is a store")
    func backup() throws {
        let program = try BuiltBinary()
        try program.signUp()
        let result = try program.shell(
            """
            timeline post --image sunset.jpg >/dev/null || exit 1
            timeline backup copy
            timeline backup copy
            timeline feed >expected
            rm -r .local/share/timeline && cp -rp copy .local/share/timeline
            timeline feed | cmp - expected
            timeline doctor
            timeline backup .local/share/timeline/blobs/new
            echo $?
            """
        )
        #expect(
            result.text.hasPrefix(
                """
                Backed up to copy: 1 photo file, 1 new.
                Backed up to copy: 1 photo file, 0 new.
                All is well.
                Error: “
                """
            ),
            "\(result.text)"
        )
        #expect(result.text.hasSuffix("preferably on another disk.\n65\n"), "\(result.text)")
    }
}
