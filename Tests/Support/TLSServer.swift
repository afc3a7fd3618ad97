import Foundation

/// A real TLS server on 127.0.0.1, run as a child process: `openssl s_server`, `gnutls-serv` or nginx.
///
/// The initialisers return when it accepts connections. It is killed with the last reference, by `stop()`, and at the
/// end of its lifetime.
public final class TLSServer: Sendable {
    /// What the server does about client certificates. The anchor is a fixture's name, and is what it asks for.
    public enum ClientCertificates: Sendable, Hashable {
        case ignored
        case requested(anchor: String = "root")
        case required(anchor: String = "root")
    }

    /// What the server does with application data.
    public enum Service: Sendable, Hashable {
        /// Sends back what it gets: line by line and reversed by openssl, as it is by gnutls-serv.
        case echo
        /// Shows what it gets in `output`, and sends what `write` gives it (openssl only).
        case terminal
        /// Answers a GET with a page of HTTP.
        case web
    }

    /// The port it listens on.
    public let port: UInt16
    /// The process behind it.
    public let process: ChildProcess

    private let folder: URL?

    /// `openssl s_server`.
    ///
    /// - Parameters:
    ///   - identity: The fixture whose certificate and key it has.
    ///   - chain: The fixture whose intermediates it sends; its own by default.
    ///   - isWeak: Lets OpenSSL use what it calls too weak: 1024-bit keys, SHA-1, old suites.
    ///   - arguments: More options of s_server, such as `-tls1_2`, `-alpn h2`, `-status_file`.
    public static func openssl(
        _ identity: String = "localhost", chain: String? = nil, clients: ClientCertificates = .ignored,
        service: Service = .terminal, isWeak: Bool = false, arguments: [String] = [], lifetime: Duration = .seconds(60)
    ) throws -> TLSServer {
        var command = [
            "openssl", "s_server", "-accept", "127.0.0.1:0", "-msg", "-cert", try Fixtures.path("\(identity).pem"),
            "-key", try Fixtures.path("\(identity).key.pem"),
        ]
        _ = try Fixtures.path("\(chain ?? identity).chain.pem")
        if let intermediates = try? Fixtures.path("\(chain ?? identity).intermediates.pem") {
            command += ["-cert_chain", intermediates]
        }
        switch clients {
        case .ignored: break
        case .requested(let anchor): command += ["-verify", "5", "-CAfile", try Fixtures.path("\(anchor).pem")]
        case .required(let anchor):
            command += ["-Verify", "5", "-verify_return_error", "-CAfile", try Fixtures.path("\(anchor).pem")]
        }
        switch service {
        case .echo: command.append("-rev")
        case .terminal: break
        case .web: command.append("-www")
        }
        if isWeak { command += ["-cipher", "ALL:@SECLEVEL=0"] }
        let process = try ChildProcess(command + arguments, lifetime: lifetime)
        let port: UInt16 = try process.ready {
            try process.output.wait(for: "ACCEPT line") { text in
                text.firstMatch(of: /ACCEPT [^\n]*:([0-9]+)\n/).flatMap { UInt16($0.1) }
            }
        }
        return TLSServer(port: port, process: process, folder: nil)
    }

    /// `gnutls-serv`. `priority` is GnuTLS's priority string.
    public static func gnutls(
        _ identity: String = "localhost", chain: String? = nil, clients: ClientCertificates = .ignored,
        service: Service = .echo, priority: String = "NORMAL", arguments: [String] = [],
        lifetime: Duration = .seconds(60)
    ) throws -> TLSServer {
        var command = [
            "gnutls-serv", service == .web ? "--http" : "--echo", "--priority", priority,
            "--x509certfile", try Fixtures.path("\(chain ?? identity).chain.pem"),
            "--x509keyfile", try Fixtures.path("\(identity).key.pem"),
        ]
        switch clients {
        case .ignored: command.append("--disable-client-cert")
        case .requested(let anchor): command += ["--x509cafile", try Fixtures.path("\(anchor).pem")]
        case .required(let anchor):
            command += ["--require-client-cert", "--verify-client-cert"]
            command += ["--x509cafile", try Fixtures.path("\(anchor).pem")]
        }
        return try onPortThatWasFree { port in
            let process = try ChildProcess(command + ["--port", String(port)] + arguments, lifetime: lifetime)
            try process.ready {
                try process.errors.wait(for: "listening line") { text in
                    text.contains(/IPv4 [0-9.]+ port [0-9]+\.\.\.done/) ? () : nil
                }
            }
            return TLSServer(port: port, process: process, folder: nil)
        }
    }

    /// nginx, which answers every request with "hello from nginx". `directives` go into its server block.
    public static func nginx(
        _ identity: String = "localhost", chain: String? = nil, clients: ClientCertificates = .ignored,
        directives: String = "", lifetime: Duration = .seconds(60)
    ) throws -> TLSServer {
        var verification = ""
        switch clients {
        case .ignored: break
        case .requested(let anchor):
            verification = "ssl_verify_client optional; ssl_client_certificate \(try Fixtures.path("\(anchor).pem"));"
        case .required(let anchor):
            verification = "ssl_verify_client on; ssl_client_certificate \(try Fixtures.path("\(anchor).pem"));"
        }
        let certificate = try Fixtures.path("\(chain ?? identity).chain.pem")
        let key = try Fixtures.path("\(identity).key.pem")
        return try onPortThatWasFree { port in
            let folder = FileManager.default.temporaryDirectory.appendingPathComponent("nginx-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let temporaries = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
            let configuration = """
                daemon off; master_process off; pid \(folder.path)/pid; error_log stderr notice;
                events {}
                http {
                    access_log off;
                    \(temporaries.map { "\($0)_temp_path \(folder.path);" }.joined(separator: " "))
                    server {
                        listen 127.0.0.1:\(port) ssl;
                        ssl_certificate \(certificate);
                        ssl_certificate_key \(key);
                        ssl_verify_depth 5; \(verification)
                        \(directives)
                        location / { default_type text/plain; return 200 "hello from nginx\\n"; }
                    }
                }
                """
            let file = folder.appendingPathComponent("nginx.conf")
            try configuration.write(to: file, atomically: true, encoding: .utf8)
            let command = ["nginx", "-e", "stderr", "-p", folder.path, "-c", file.path]
            let process = try ChildProcess(command, environment: ["PATH": nginxPath], lifetime: lifetime)
            let server = TLSServer(port: port, process: process, folder: folder)
            // nginx says this once it listens.
            try process.ready { try process.errors.wait(forText: "getrlimit(RLIMIT_NOFILE)") }
            return server
        }
    }

    /// Whether nginx is installed. The other two always are; this one is only for tests that say so.
    public static let hasNginx = (try? run(["nginx", "-v"], environment: ["PATH": nginxPath]).exitCode) == 0

    /// Debian puts it where users don't look.
    private static let nginxPath =
        (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin") + ":/usr/local/sbin:/usr/sbin"

    private init(port: UInt16, process: ChildProcess, folder: URL?) {
        (self.port, self.process, self.folder) = (port, process, folder)
    }

    deinit {
        process.stop()
        if let folder { try? FileManager.default.removeItem(at: folder) }
    }

    /// Kills the server and waits until it is gone.
    public func stop() {
        process.stop()
    }

    /// What the server has printed on both streams so far.
    public var log: String { process.output.text + process.errors.text }

    /// Sends text to the connected client (openssl with `.terminal`).
    public func write(_ text: String) {
        process.write(Array(text.utf8))
    }

    /// Waits until the server prints `part` on standard output.
    public func wait(for part: String, within limit: Duration = .seconds(10)) throws {
        try process.output.wait(forText: part, within: limit)
    }

    private static func onPortThatWasFree(_ start: (UInt16) throws -> TLSServer) throws -> TLSServer {
        for _ in 1...3 {
            do {
                return try start(portThatWasFree())
            } catch let error as TestSupportError where error.description.contains("ddress already in use") {
                continue
            }
        }
        return try start(portThatWasFree())
    }
}

extension ChildProcess {
    /// Runs `wait`; when it fails, kills the process and adds all that it said.
    func ready<Result>(_ wait: () throws -> Result) throws -> Result {
        do {
            return try wait()
        } catch {
            stop()
            throw TestSupportError("a server didn't start: \(error)\n\(transcript)")
        }
    }
}
