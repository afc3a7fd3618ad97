import Countersign
import CountersignCore
import Foundation
import TestSupport
import Testing

/// Sessions that are kept in a file: what a new process resumes, and what it must not.
struct SessionFileTests {
    /// A file's name in a folder of its own.
    final class Place {
        let folder: URL
        var path: String { folder.appendingPathComponent("sessions").path }

        init() throws {
            folder = FileManager.default.temporaryDirectory.appendingPathComponent("sessions-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        }

        deinit { try? FileManager.default.removeItem(at: folder) }

        var bytes: [UInt8] {
            get throws { Array(try Data(contentsOf: URL(fileURLWithPath: path))) }
        }

        func replace(_ bytes: [UInt8]) throws {
            try Data(bytes).write(to: URL(fileURLWithPath: path))
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
        }

        var mode: Int? {
            get throws { try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int }
        }
    }

    /// A file's digest after a change.
    static func sealed(_ bytes: [UInt8]) -> [UInt8] {
        let body = Array(bytes.dropLast(32))
        let digest = sha256(body.span)
        return body + (0..<32).map { digest[$0] }
    }

    @Test(arguments: ResumptionTests.kinds)
    func `a session outlives its process, and the file is its owner's alone`(_ kind: ResumptionTests.Kind) throws {
        let server = try TLSServer.openssl(arguments: kind.arguments)
        let place = try Place()
        for round in 0..<3 {
            let store = SessionStore(file: place.path)
            #expect(store.fileProblem == nil)
            let record = try ResumptionTests.connect(server, ResumptionTests.configuration(store))
            #expect(record.handshake.isResumed == (round > 0))
            #expect(record.sessionRefusal?.code == (round > 0 ? nil : .notKept))
            #expect(record.sessionFileProblem == nil)
            #expect(try place.mode == 0o600)
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: place.folder.path) == ["sessions"])
    }

    @Test(
        arguments: ["NORMAL:-VERS-ALL:+VERS-TLS1.2"]
            + (LibraryVersion.supportsTLS13 ? ["NORMAL:-VERS-ALL:+VERS-TLS1.3"] : []))
    func `a session of GnuTLS's server outlives its process`(_ priority: String) throws {
        let server = try TLSServer.gnutls(priority: priority)
        let place = try Place()
        for round in 0..<3 {
            let configuration = try ResumptionTests.configuration(SessionStore(file: place.path))
            var connection = try Connection(to: "127.0.0.1", port: server.port, configuration: configuration)
            try connection.handshake()
            try connection.write(Array("words\n".utf8).span)
            var bytes = [UInt8](repeating: 0, count: 64)
            var span = bytes.mutableSpan
            _ = try connection.read(into: &span, timeout: .seconds(10))
            #expect(connection.record.handshake.isResumed == (round > 0))
            connection.close()
        }
    }

    @Test func `a ticket that was used is not in the file any more`() throws {
        guard LibraryVersion.supportsTLS13 else { return }
        let server = try TLSServer.openssl(arguments: ["-tls1_3"])
        let place = try Place()
        _ = try ResumptionTests.connect(server, ResumptionTests.configuration(SessionStore(file: place.path)))
        server.stop()
        let store = SessionStore(file: place.path)
        #expect(store.count == 1)
        let other = try TLSServer.openssl(arguments: ["-tls1_3"])
        var connection = try Connection(
            to: "127.0.0.1", port: server.port, configuration: ResumptionTests.configuration(store))
        connection.connect(through: "127.0.0.1", port: other.port)
        try connection.handshake()
        #expect(!connection.record.handshake.isResumed)
        #expect(connection.record.sessionRefusal?.code == .notTaken)
        #expect(SessionStore(file: place.path).count == 0)
        connection.close()
    }

    /// Something that befalls the file, and why no session comes of it.
    struct Damage: Sendable, CustomStringConvertible {
        let description: String
        let code: SessionRefusal.Code
        let apply: @Sendable ([UInt8]) -> [UInt8]
    }

    static let damages = [
        Damage(description: "cut short", code: .fileDamaged) { Array($0.dropLast(10)) },
        Damage(description: "a byte more", code: .fileDamaged) { $0 + [0] },
        Damage(description: "another format", code: .fileOfOtherFormat) { sealed($0.with(0x7F, at: 8)) },
        Damage(description: "another mbedTLS", code: .fileOfOtherLibrary) { sealed($0.with(0x7F, at: 13)) },
        Damage(description: "another machine", code: .fileOfOtherLibrary) { sealed($0.with(0x7F, at: 18)) },
        Damage(description: "a count that is wrong", code: .fileDamaged) { sealed($0.with(9, at: 23)) },
        Damage(description: "written in the future", code: .clockWentBack) { sealed($0.with(0x10, at: 24)) },
        Damage(description: "a session decided in the future", code: .clockWentBack) {
            sealed($0.with(0x10, at: 32 + 44 + 14))
        },
        Damage(description: "a session decided long ago", code: .tooOld) {
            sealed($0.with(0, at: 32 + 44 + 14 + 4))
        },
        Damage(description: "a session of another mbedTLS", code: .unreadable) {
            sealed($0.with(0x7F, at: 32 + 44 + 5))
        },
        Damage(description: "a session under another key", code: .notKept) { sealed($0.with($0[40] ^ 1, at: 40)) },
        Damage(description: "a session whose trust was an exception", code: .unreadable) {
            sealed($0.with(UInt8(TrustResult.proceed.rawValue), at: 32 + 44 + 9))
        },
    ]

    @Test(arguments: damages)
    func `whatever befell the file, the handshake is a full one with a fresh challenge`(_ damage: Damage) throws {
        let server = try TLSServer.openssl(arguments: ["-tls1_2"])
        let place = try Place()
        _ = try ResumptionTests.connect(server, ResumptionTests.configuration(SessionStore(file: place.path)))
        try place.replace(damage.apply(try place.bytes))
        let store = SessionStore(file: place.path)
        let record = try ResumptionTests.connect(server, ResumptionTests.configuration(store))
        #expect(!record.handshake.isResumed)
        #expect(record.handshake.serverTrust?.trustResult == .unspecified)
        #expect(record.sessionRefusal?.code == damage.code)
        #expect(record.isSessionKept)
        // It is whole again.
        let next = SessionStore(file: place.path)
        #expect(next.fileProblem == nil)
        #expect(try ResumptionTests.connect(server, ResumptionTests.configuration(next)).handshake.isResumed)
    }

    @Test func `no cut and no flipped byte of a real file is believed`() throws {
        let server = try TLSServer.openssl(arguments: ["-tls1_2"])
        let place = try Place()
        _ = try ResumptionTests.connect(server, ResumptionTests.configuration(SessionStore(file: place.path)))
        let file = try place.bytes
        let now = UnixTime(seconds: .max)
        #expect(throws: Never.self) { _ = try SessionFile(file.span, now: now).count }
        for count in file.indices {
            #expect(throws: SessionRefusal.self) { _ = try SessionFile(Array(file[..<count]).span, now: now).count }
        }
        for index in file.indices {
            #expect(throws: SessionRefusal.self) {
                _ = try SessionFile(file.with(file[index] ^ 0x20, at: index).span, now: now).count
            }
        }
        // With a digest that fits, whatever is changed is read within its bounds.
        for index in 32..<file.count - 32 {
            let changed = Self.sealed(file.with(file[index] ^ 0x81, at: index))
            guard let read = try? SessionFile(changed.span, now: now), read.count == 1 else { continue }
            let session = Array(changed[read.entry(at: 32).range])
            if let stored = StoredSession(session.span) { #expect(stored.path.count > 0) }
        }
    }

    @Test func `a file that others can read, that is none, or that cannot be is not used`() throws {
        let server = try TLSServer.openssl(arguments: ["-tls1_2"])
        let place = try Place()
        _ = try ResumptionTests.connect(server, ResumptionTests.configuration(SessionStore(file: place.path)))
        for mode in [0o640, 0o604, 0o620, 0o602, 0o601] {
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: place.path)
            let store = SessionStore(file: place.path)
            #expect(store.fileProblem?.code == .fileOpen)
            #expect(store.count == 0)
        }
        let foreign = Array("somebody's diary, which is long enough to be a session file, if it were one".utf8)
        try place.replace(foreign)
        let store = SessionStore(file: place.path)
        #expect(store.fileProblem?.code == .fileForeign)
        // In memory it works all the same, and the diary stays.
        let configuration = try ResumptionTests.configuration(store)
        _ = try ResumptionTests.connect(server, configuration)
        #expect(try ResumptionTests.connect(server, configuration).handshake.isResumed)
        #expect(try place.bytes == foreign)
        #expect(SessionStore(file: place.folder.path).fileProblem?.code == .fileUnreadable)
        #expect(SessionStore(file: "").fileProblem?.code == .fileUnreadable)
        let nowhere = SessionStore(file: place.path + ".d/sessions")
        let record = try ResumptionTests.connect(server, ResumptionTests.configuration(nowhere))
        #expect(record.sessionFileProblem?.code == .fileUnwritable)
    }

    @Test func `threads that share a store, and stores that share a file, resume and don't harm it`() async throws {
        let server = try TLSServer.openssl(service: .web, arguments: ["-tls1_2"])
        let place = try Place()
        let path = place.path
        let shared = SessionStore(file: path)
        #expect(try !Self.isResumed(server, shared))
        async let first = onThread { try Self.resume(server, shared, path) }
        async let second = onThread { try Self.resume(server, shared, path) }
        async let third = onThread { try Self.resume(server, SessionStore(file: path), path) }
        async let fourth = onThread { try Self.resume(server, SessionStore(file: path), path) }
        #expect(try await [first, second, third, fourth] == [10, 10, 10, 10])
        #expect(SessionStore(file: path).count == 1)
    }

    /// How often, of five times, a session was resumed, and the file was whole.
    static func resume(_ server: TLSServer, _ store: SessionStore, _ path: String) throws -> Int {
        var count = 0
        for _ in 0..<5 {
            if try isResumed(server, store) { count += 1 }
            if SessionStore(file: path).fileProblem == nil { count += 1 }
        }
        return count
    }

    /// Whether it was resumed.
    static func isResumed(_ server: TLSServer, _ store: SessionStore) throws -> Bool {
        var connection = try Connection(
            to: "127.0.0.1", port: server.port, configuration: ResumptionTests.configuration(store))
        try connection.handshake()
        defer { connection.close() }
        return connection.record.handshake.isResumed
    }
}

extension [UInt8] {
    fileprivate func with(_ byte: UInt8, at index: Int) -> [UInt8] {
        var changed = self
        changed[index] = byte
        return changed
    }
}
