/// `openssl s_client`, a client that isn't ours: it shows that a test's server does what it should.
public enum OpenSSLClient {
    /// Connects, sends `stdin`, and reads until the server ends the connection or `stdin` is at its end.
    public static func run(
        port: UInt16, anchor: String = "root", name: String = "localhost", identity: String? = nil,
        arguments: [String] = [], stdin: String = "", timeout: Duration = .seconds(10)
    ) throws -> Tool.Outcome {
        var command = [
            "openssl", "s_client", "-connect", "127.0.0.1:\(port)", "-CAfile", try Fixtures.path("\(anchor).pem"),
            "-verify_return_error", "-verify_hostname", name, "-servername", name, "-brief",
        ]
        if let identity {
            command += ["-cert", try Fixtures.path("\(identity).pem")]
            command += ["-key", try Fixtures.path("\(identity).key.pem")]
            command += ["-cert_chain", try Fixtures.path("\(identity).intermediates.pem")]
        }
        return try TestSupport.run(command + arguments, stdin: stdin, timeout: timeout)
    }
}
