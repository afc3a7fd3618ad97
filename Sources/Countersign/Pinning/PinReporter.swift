/// Hands reports of failed pins to a program and into a file, the same one at most once in 24 hours.
///
/// Can be shared by any number of configurations and threads. It never fails a connection: what can't be written is
/// counted. Counterpart: TrustKit's report upload with its TSKReportsRateLimiter, without the network.
public final class PinReporter: Sendable {
    private let lock: Lock
    private let state = PinReporterState()
    private let path: String?
    private let maximumFileSize: Int
    private let bundleIdentifier: String?
    private let handler: (@Sendable (PinReport) -> Void)?

    /// - Parameters:
    ///   - path: A file that gets one line of JSON per report. It is replaced as a whole with mode 0600, so two
    ///     processes need two files.
    ///   - maximumFileSize: In octets; a report that would make the file larger isn't written. 1 MiB.
    ///   - bundleIdentifier: Written as `app-bundle-id`.
    ///   - handler: Called on the thread that shakes hands, before the handshake goes on.
    ///
    /// Nil without memory.
    public init?(
        path: String? = nil, maximumFileSize: Int = 1 << 20, bundleIdentifier: String? = nil,
        _ handler: (@Sendable (PinReport) -> Void)? = nil
    ) {
        guard let lock = Lock() else { return nil }
        self.lock = lock
        self.path = path
        self.maximumFileSize = maximumFileSize
        self.bundleIdentifier = bundleIdentifier
        self.handler = handler
    }

    /// How many reports couldn't be written into the file.
    public var unwrittenCount: Int {
        lock.acquire()
        defer { lock.release() }
        return state.unwritten
    }

    /// Reports, unless the same host, domain, verdict and keys have been reported in the 24 hours before `date`.
    ///
    /// Remembers the last 64 reports. Returns whether it was reported.
    @discardableResult
    public func report(_ report: PinReport, at date: UnixTime) -> Bool {
        lock.acquire()
        let isNew = state.admit(report.subject, at: date.seconds)
        if isNew, let path, !append(report.json(bundleIdentifier: bundleIdentifier) + "\n", to: path) {
            state.unwritten += 1
        }
        lock.release()
        if isNew { handler?(report) }
        return isNew
    }

    private func append(_ line: String, to path: String) -> Bool {
        let name = Array(path.utf8) + [0]
        var contents: [UInt8] = []
        do throws(MappedFile.Failure) {
            let file = try MappedFile(path: name.span)
            // Somebody else's file may be of any size.
            guard file.bytes.count <= maximumFileSize else { return false }
            PinReporter.append(file.bytes, to: &contents)
        } catch {
            guard error.number == FileSystem.noSuchEntry else { return false }
        }
        contents += Array(line.utf8)
        guard contents.count <= maximumFileSize else { return false }
        do throws(ShimError) {
            try FileSystem.write(contents.span, to: name.span, mode: 0o600, replaces: true)
            return true
        } catch {
            return false
        }
    }

    private static func append(_ octets: Span<UInt8>, to contents: inout [UInt8]) {
        for index in octets.indices { contents.append(octets[index]) }
    }
}

extension PinReport {
    /// SHA-256 of what makes two reports the same, which the date doesn't.
    var subject: SHA256Digest {
        var octets: [UInt8] = [verdict.outcome.rawValue, UInt8(port >> 8), UInt8(port & 255)]
        DecisionFingerprint.append(Array(host.utf8).span, to: &octets)
        DecisionFingerprint.append(Array(pattern.utf8).span, to: &octets)
        for pin in pathPins + wantedPins { DecisionFingerprint.append(pin.digest.span, to: &octets) }
        return sha256(octets.span)
    }
}
