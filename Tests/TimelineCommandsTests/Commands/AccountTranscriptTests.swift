import Testing

@Suite("Golden transcripts: accounts")
struct GoldenAccountTranscriptTests {
    @Test("Sign-up at a terminal reports invalid values and prompts again")
    func signUp() async throws {
        let world = try CommandWorld()
        await world.signUp("leia")
        await world.run(
            "signup",
            input: ["han", "han@example.org", "Han Solo", "leia", "hansolo"],
            secrets: [
                "short", "hansolo1", "password1", "kessel run in twelve", "kessel run",
                "kessel run in twelve", "kessel run in twelve",
            ],
            isInteractive: true
        )
        await world.run("whoami")
        await world.run(
            "signup",
            "--username",
            "leia2",
            "--email",
            "leia@example.org",
            "--password-stdin",
            input: ["a long walk on the beach"]
        )
        await world.run("signup", "--email", "x@example.org")
        try Golden.expect(world.transcript, named: "sign-up")
    }

    @Test("Login, logout, sessions, a new password, and deletion of the account")
    func sessions() async throws {
        let world = try CommandWorld()
        await world.run("whoami")
        await world.signUp("leia")
        await world.run(
            "login",
            "--email",
            "leia@example.org",
            "--password-stdin",
            input: ["not my password"]
        )
        await world.run(
            "login",
            "--email",
            "nobody@example.org",
            "--password-stdin",
            input: ["not my password"]
        )
        try world.forgetSession()
        await world.logIn("leia")
        let sessions = await world.run("sessions").text
        await world.run("sessions", "revoke", "ffffffff")
        let other = try #require(sessions.split(separator: "\n").last { !$0.contains("(current)") })
        await world.run("sessions", "revoke", String(other.prefix(8)))
        await world.run("sessions")
        await world.run("passwd", "--password-stdin", input: [CommandWorld.password, "leia1234"])
        await world.run(
            "passwd",
            "--password-stdin",
            input: [CommandWorld.password, "the moon over Endor"]
        )
        await world.run("logout")
        await world.run("logout")
        await world.logIn("leia")
        await world.run(
            "login",
            "--email",
            "leia@example.org",
            "--password-stdin",
            input: ["the moon over Endor"]
        )
        await world.run("logout", "--all")
        await world.logIn("leia")
        await world.run(
            "login",
            "--email",
            "leia@example.org",
            "--password-stdin",
            input: ["the moon over Endor"]
        )
        await world.run("account", "delete", "--password-stdin", input: ["not my password"])
        await world.run("account", "delete", "--password-stdin", input: ["the moon over Endor"])
        await world.run("whoami")
        await world.run("users")
        try Golden.expect(world.transcript, named: "sessions")
    }

    @Test("A forgotten password is reset by a process with write access")
    func reset() async throws {
        let world = try CommandWorld()
        await world.run("passwd", "--reset", "leia", "--password-stdin")
        await world.signUp("leia")
        await world.run("passwd", "--reset", "nobody", "--password-stdin")
        await world.run(
            "passwd",
            "--reset",
            "@leia",
            "--password-stdin",
            input: ["the moon over Endor"]
        )
        await world.run("whoami")
        for password in [CommandWorld.password, "the moon over Endor", "the moon over Endor"] {
            await world.run(
                "login",
                "--email",
                "leia@example.org",
                "--password-stdin",
                input: [password]
            )
        }
        try Golden.expect(world.transcript, named: "forgotten-password")
    }

    @Test("A profile is edited, cleared and renamed")
    func profile() async throws {
        let world = try CommandWorld()
        await world.signUp("leia")
        await world.run(
            "profile",
            "edit",
            "--name",
            "Leia Organa",
            "--bio",
            "Princess.\nGeneral.",
            "--url",
            "https://alderaan.example"
        )
        await world.run("post", "--image", world.path("sunset.jpg"), "--caption", "Home")
        await world.run("profile", "edit", "--username", "general", "--bio", "")
        await world.run("profile")
        await world.run("profile", "leia")
        await world.run("profile", "edit", "--url", "ftp://nowhere")
        await world.run("profile", "edit", "--avatar", world.path("notes.jpg"))
        await world.run("profile", "edit", "--avatar", world.path("map.png"))
        await world.run("profile", "edit")
        await world.run("profile", "@general", "--format", "json")
        try Golden.expect(world.transcript, named: "profile")
    }
}
