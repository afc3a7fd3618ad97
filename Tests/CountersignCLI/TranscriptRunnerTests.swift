import TestSupport
import Testing

/// The transcripts' own machinery: a transcript that is wrong must fail.
@Suite struct TranscriptRunnerTests {
    @Test(arguments: [
        "run echo hello\nstdout '^hello$'\n! stdout bye\n! stderr .",
        "run sh -c 'exit 3'\nexit 3",
        "run true\nrun echo $PORT\nstdout '^0$'",
        "stdin in.txt\nrun cat\ncmp stdout out.txt\n-- in.txt --\none\n2 and more\n-- out.txt --\none\n2[..]\n",
        "env WHO=me\nrun sh -c 'echo $WHO' # a comment\nstdout me",
        "run echo 'it''s'\nstdout 'it''s'",
    ])
    func `a right transcript passes`(text: String) throws {
        try play(text)
    }

    @Test(arguments: [
        ("run echo hello\nstdout bye", "case:2: standard output lacks bye"),
        ("run echo hello\n! stdout hello", "case:2: standard output has hello"),
        ("run sh -c 'echo oops >&2'\n! stderr .", "standard error has ."),
        ("run sh -c 'exit 3'", "a run ended with 3"),
        ("run sh -c 'exit 3'\nrun true", "a run ended with 3"),
        ("run sh -c 'exit 3'\nexit 2", "exit code 3, not 2"),
        ("run true\nexit 1", "exit code 0, not 1"),
        ("run echo one\ncmp stdout out\n-- out --\ntwo\n", "line 1: one, not two"),
        ("run echo one\ncmp stdout out\n-- out --\none\ntwo\n", "line 2"),
        ("within 1\nrun tail -f /dev/null", "didn't end within"),
        ("run true\nstdout", "one pattern"),
        ("run true\nshout hello", "no such step: shout"),
        ("! run false", "! goes before"),
        ("stdout hello\nrun true", "nothing has run yet"),
        ("run true\nserve --cert missing.pem", "a server didn't start"),
    ])
    func `a wrong transcript fails and says where`(text: String, reason: String) throws {
        let error = #expect(throws: TestSupportError.self) { try play(text) }
        #expect(error?.description.contains(reason) == true, "\(error?.description ?? "")")
    }

    @Test(arguments: ["", "# only a comment", "exit 0", "run echo 'open"])
    func `what is no transcript is refused`(text: String) {
        #expect(throws: TestSupportError.self) { try Transcript(name: "case", text: text) }
    }

    @Test func `a transcript starts a server and reads what it says`() throws {
        try play(
            """
            server openssl localhost clients=required -tls1_2
            stdin in
            run openssl s_client -connect 127.0.0.1:$PORT -cert $FIXTURES/client.pem -key $FIXTURES/client.key.pem \
            -cert_chain $FIXTURES/intermediate.pem -CAfile $FIXTURES/root.pem -brief
            server-says '^over the wire$'
            -- in --
            over the wire

            """)
    }

    @Test func `a transcript puts a relay before its server`() throws {
        try play(
            """
            server openssl
            relay close record 1
            run openssl s_client -connect 127.0.0.1:$PORT
            exit 1
            """)
    }

    @Test func `a transcript starts a hostile server`() throws {
        try play("hostile plain HTTP\nrun openssl s_client -connect 127.0.0.1:$PORT\nexit 1\nstderr 'wrong version'")
    }

    private func play(_ text: String) throws {
        try TranscriptRunner.play(try Transcript(name: "case", text: text), tool: "/bin/false")
    }
}
