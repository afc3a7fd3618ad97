import Countersign
import Foundation
import TestSupport
import Testing

/// When and from where a challenge may be answered.
@Suite struct AnsweringTests {
    @Test func `a handler may take longer than the deadline allows the network`() throws {
        let server = try TLSServer.openssl()
        var configuration = try LiveClient.configuration()
        configuration.deadline = .seconds(3)
        var connection = try LiveClient.connection(to: server.port, configuration)
        try connection.handshake { _ in
            // The passing of time is what is tested here.
            Thread.sleep(forTimeInterval: 5)
            return .performDefaultHandling
        }
        try LiveClient.exchange(&connection, with: server)
        #expect(connection.record.times.answers >= 5_000_000_000)
    }

    @Test(arguments: LiveClient.versions)
    func `another thread may answer`(version: ProtocolVersion) throws {
        let server = try TLSServer.openssl(clients: .required())
        let identity = try LiveClient.identity("client")
        var connection = try LiveClient.connection(to: server.port, LiveClient.configuration(version: version))
        try connection.handshake(deferring: { challenge, response in
            let method = challenge.protectionSpace.authenticationMethod
            var trusted: Credential?
            if let trust = challenge.protectionSpace.serverTrust { trusted = Credential(trust: trust) }
            let answer = method == .serverTrust ? trusted : Credential(identity: identity)
            Thread.detachNewThread { response.resolve(.useCredential(answer)) }
        })
        try LiveClient.exchange(&connection, with: server)
        #expect(connection.record.handshake.serverTrust?.disposition == 0)
        #expect(connection.record.handshake.clientCertificate?.isIdentitySent == true)
        #expect(connection.record.handshake.ignoredAnswers == 0)
    }

    @Test func `a second answer changes nothing and is reported`() throws {
        let server = try TLSServer.openssl()
        var connection = try LiveClient.connection(to: server.port, LiveClient.configuration())
        var answers: [Bool] = []
        try connection.handshake(deferring: { _, response in
            answers.append(response.resolve(.performDefaultHandling))
            answers.append(response.resolve(.cancelAuthenticationChallenge))
        })
        #expect(answers == [true, false])
        #expect(connection.record.handshake.ignoredAnswers == 1)
        try LiveClient.exchange(&connection, with: server)
    }

    @Test func `an answer to the first challenge is none to the second`() throws {
        let server = try TLSServer.openssl(clients: .requested())
        var connection = try LiveClient.connection(to: server.port, LiveClient.configuration())
        var first: ChallengeResponse?
        try connection.handshake(deferring: { _, response in
            if let first { #expect(!first.resolve(.cancelAuthenticationChallenge)) }
            first = response
            #expect(response.resolve(.performDefaultHandling))
        })
        #expect(connection.record.handshake.ignoredAnswers == 1)
    }

    @Test func `an answer that never comes ends with the deadline`() throws {
        let server = try TLSServer.openssl()
        var configuration = try LiveClient.configuration()
        configuration.deadline = .seconds(1)
        var connection = try LiveClient.connection(to: server.port, configuration)
        var kept: ChallengeResponse?
        var code: ConnectionError.Code?
        do throws(ConnectionError) {
            try connection.handshake(deferring: { _, response in kept = response })
        } catch {
            code = error.code
        }
        #expect(code == .timedOut)
        #expect(kept?.resolve(.performDefaultHandling) == false)
    }

    @Test(arguments: LiveClient.versions)
    func `a connection driven by an event loop asks and carries data`(version: ProtocolVersion) throws {
        let server = try TLSServer.gnutls(clients: .required(), priority: "NORMAL")
        let identity = try LiveClient.identity("client")
        var connection = try LiveClient.connection(to: server.port, LiveClient.configuration(version: version))
        try connection.start()
        var asked: [AuthenticationMethod] = []
        loop: while true {
            switch try connection.advance() {
            case .finished: break loop
            case .wantsRead: try EventLoop.wait(connection.fileDescriptor, for: POLLIN)
            case .wantsWrite: try EventLoop.wait(connection.fileDescriptor, for: POLLOUT)
            case .challenge(let method):
                asked.append(method)
                let shown = connection.challenge?.protectionSpace.authenticationMethod
                #expect(shown == method)
                let disposition =
                    method == .serverTrust
                    ? Disposition.performDefaultHandling : .useCredential(Credential(identity: identity))
                let isTaken = connection.resolve(disposition)
                let isTakenAgain = connection.resolve(.cancelAuthenticationChallenge)
                #expect(isTaken && !isTakenAgain)
            }
        }
        #expect(asked == [.serverTrust, .clientCertificate])
        #expect(connection.record.handshake.ignoredAnswers == 2)
        let answer = try EventLoop.exchange(&connection, "over and over\n")
        #expect(answer == "over and over\n")
        while try connection.closeAvailable() != .ended {
            try EventLoop.wait(connection.fileDescriptor, for: POLLOUT)
        }
    }
}

/// A program's own loop around poll(2).
enum EventLoop {
    static func wait(_ descriptor: Int32, for events: Int32) throws {
        var entry = pollfd(fd: descriptor, events: Int16(events), revents: 0)
        try #require(poll(&entry, 1, 10_000) == 1, "nothing happened on the socket for 10 seconds")
    }

    /// Sends a text and reads as many bytes as it has.
    static func exchange(_ connection: inout Connection, _ text: String) throws -> String {
        let sent = Array(text.utf8)
        var written = 0
        while written < sent.count {
            switch try connection.writeAvailable(sent.span.extracting(droppingFirst: written)) {
            case .moved(let count): written += count
            case .wantsWrite: try wait(connection.fileDescriptor, for: POLLOUT)
            case .wantsRead: try wait(connection.fileDescriptor, for: POLLIN)
            case .ended: throw HandlerError()
            }
        }
        var received: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 64)
        while received.count < sent.count {
            var span = buffer.mutableSpan
            switch try connection.readAvailable(into: &span) {
            case .moved(let count): received += buffer[..<count]
            case .wantsRead: try wait(connection.fileDescriptor, for: POLLIN)
            case .wantsWrite: try wait(connection.fileDescriptor, for: POLLOUT)
            case .ended: throw HandlerError()
            }
        }
        return String(decoding: received, as: UTF8.self)
    }
}
