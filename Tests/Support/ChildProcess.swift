import Foundation
import Glibc

/// A child process whose output is collected while it runs, and which never outlives its bound.
///
/// It runs in a process group of its own under timeout(1), so that it ends even when the test process is killed. It is
/// killed by `stop()` and when the last reference to it goes.
public final class ChildProcess: Sendable {
    /// Standard output so far.
    public let output = ByteLog()
    /// Standard error so far.
    public let errors = ByteLog()
    /// Names the process in failures.
    public let commandLine: String

    private let state: ChildState
    private let input: InputPipe

    /// Starts `arguments[0]`, looked up in PATH. `environment` is added to this process's own; a nil value removes.
    public init(
        _ arguments: [String], environment: [String: String?] = [:], lifetime: Duration = .seconds(60)
    ) throws {
        let seconds = String(format: "%.3f", lifetime.inSeconds)
        let bounded = ["timeout", "--signal=KILL", seconds] + arguments
        commandLine = arguments.joined(separator: " ")

        let (inputEnd, inputWriter) = try makePipe()
        let (outputReader, outputEnd) = try makePipe()
        let (errorReader, errorEnd) = try makePipe()
        defer { for end in [inputEnd, outputEnd, errorEnd] { _ = close(end) } }
        var variables = ProcessInfo.processInfo.environment
        for (name, value) in environment { variables[name] = value }

        _ = Self.isSubreaper
        let spawned = Self.spawn(bounded, variables, inputEnd, outputEnd, errorEnd)
        guard spawned.status == 0 else {
            for end in [inputWriter, outputReader, errorReader] { _ = close(end) }
            throw TestSupportError("cannot start \(commandLine): \(String(cString: strerror(spawned.status)))")
        }
        state = ChildState(id: spawned.id)
        input = InputPipe(descriptor: inputWriter)
        state.reapOnThread()
        collect(outputReader, into: output)
        collect(errorReader, into: errors)
    }

    deinit {
        state.kill()
        input.close()
    }

    /// What the process said on both streams, for failures.
    public var transcript: String {
        "\(commandLine)\n--- standard output\n\(output.text)\n--- standard error\n\(errors.text)"
    }

    /// Whether it has ended.
    public var hasExited: Bool { state.status != nil }

    /// Gives it bytes on standard input. They may be lost when it has closed that.
    public func write(_ bytes: some Collection<UInt8>) {
        input.write(Array(bytes))
    }

    /// Ends its standard input.
    public func closeInput() {
        input.close()
    }

    /// Waits for the end, then for the last output. 128 + N when signal N ended it, as in a shell.
    public func waitForExit(within limit: Duration = .seconds(30)) throws -> Int32 {
        guard let code = state.wait(within: limit) else {
            stop()
            throw TestSupportError("it didn't end within \(limit): \(transcript)")
        }
        output.waitForFinish()
        errors.waitForFinish()
        return code
    }

    /// Kills it and waits until it is gone. Harmless when it has already ended.
    public func stop() {
        state.kill()
        input.close()
        _ = state.wait(within: .seconds(10))
        output.waitForFinish()
        errors.waitForFinish()
        state.reapGroup()
    }

    /// Makes what timeout(1) leaves behind when it is killed this process's to wait for (PR_SET_CHILD_SUBREAPER).
    private static let isSubreaper = processControl(36, 1, 0, 0, 0) == 0

    private static func spawn(
        _ arguments: [String], _ environment: [String: String], _ input: Int32, _ output: Int32, _ errors: Int32
    ) -> (status: Int32, id: pid_t) {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, input, 0)
        posix_spawn_file_actions_adddup2(&actions, output, 1)
        posix_spawn_file_actions_adddup2(&actions, errors, 2)
        // Other threads' sockets are none of its business: held open, they would never end.
        _ = addCloseFrom(&actions, 3)

        // A group of its own, and the signals as a fresh shell would give them.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        var all = sigset_t()
        sigemptyset(&all)
        for signal in [SIGPIPE, SIGINT, SIGTERM, SIGHUP] { sigaddset(&all, signal) }
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))

        let argumentPointers = arguments.map { strdup($0) } + [nil]
        let environmentPointers = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for pointer in argumentPointers + environmentPointers { free(pointer) } }
        var id: pid_t = 0
        let status = posix_spawnp(
            &id, argumentPointers[0]!, &actions, &attributes, argumentPointers, environmentPointers)
        return (status, id)
    }
}

/// prctl(2), which the overlay doesn't import because it is variadic.
@_silgen_name("prctl")
private func processControl(_ option: Int32, _ first: UInt, _ second: UInt, _ third: UInt, _ fourth: UInt) -> Int32

/// glibc's own (2.34), which the overlay doesn't import.
@_silgen_name("posix_spawn_file_actions_addclosefrom_np")
private func addCloseFrom(_ actions: UnsafeMutablePointer<posix_spawn_file_actions_t>, _ first: Int32) -> Int32

extension ByteLog {
    /// Waits until no more bytes can come; a grandchild that holds the pipe open is not waited for long.
    fileprivate func waitForFinish() {
        _ = try? wait(for: "its end", within: .seconds(5)) { _ in nil as Bool? }
    }
}

/// A pipe: (to read from, to write to).
func makePipe() throws -> (Int32, Int32) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw TestSupportError("no pipe: \(String(cString: strerror(errno)))") }
    return (ends[0], ends[1])
}

/// Reads `descriptor` to its end on a thread of its own.
private func collect(_ descriptor: Int32, into log: ByteLog) {
    startThread {
        var chunk = [UInt8](repeating: 0, count: 16384)
        while true {
            let count = read(descriptor, &chunk, chunk.count)
            if count > 0 {
                log.append(chunk[..<count])
            } else if count == 0 || errno != EINTR {
                break
            }
        }
        close(descriptor)
        log.finish()
    }
}

/// Whether the child still runs. Kills and reaps under one lock, so that no other process can be hit.
private final class ChildState: @unchecked Sendable {
    private let id: pid_t
    private let condition = NSCondition()
    private var code: Int32?

    init(id: pid_t) {
        self.id = id
    }

    var status: Int32? { condition.withLock { code } }

    func reapOnThread() {
        startThread { [self] in
            var info = siginfo_t()
            while waitid(P_PID, id_t(id), &info, WEXITED | WNOWAIT) != 0, errno == EINTR {}
            condition.withLock {
                var status: Int32 = 0
                waitpid(id, &status, 0)
                code = status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F)
                condition.broadcast()
            }
        }
    }

    func kill() {
        condition.withLock {
            if code == nil { _ = Glibc.kill(-id, SIGKILL) }
        }
    }

    /// Waits until the command under timeout(1), which was killed with it, is gone too, and its sockets with it.
    func reapGroup() {
        while waitpid(-id, nil, 0) > 0 || errno == EINTR {}
    }

    func wait(within limit: Duration) -> Int32? {
        let end = Date(timeIntervalSinceNow: limit.inSeconds)
        condition.lock()
        defer { condition.unlock() }
        while code == nil, condition.wait(until: end) {}
        return code
    }
}

/// The writing end of standard input.
private final class InputPipe: @unchecked Sendable {
    private let lock = NSLock()
    private var descriptor: Int32

    init(descriptor: Int32) {
        self.descriptor = descriptor
    }

    /// Without a SIGPIPE for this process, whatever it has set up for that signal.
    func write(_ bytes: [UInt8]) {
        lock.withLock {
            guard descriptor >= 0 else { return }
            var pipeSignal = sigset_t()
            var before = sigset_t()
            sigemptyset(&pipeSignal)
            sigaddset(&pipeSignal, SIGPIPE)
            pthread_sigmask(SIG_BLOCK, &pipeSignal, &before)
            defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
                if count > 0 {
                    rest = rest.dropFirst(count)
                } else if errno != EINTR {
                    var none = timespec()
                    sigtimedwait(&pipeSignal, nil, &none)
                    return
                }
            }
        }
    }

    func close() {
        lock.withLock {
            if descriptor >= 0 { _ = Glibc.close(descriptor) }
            descriptor = -1
        }
    }
}
