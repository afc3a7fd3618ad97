import Countersign

/// The server of `countersign serve`: one thread, up to 63 connections at once, each on its own clock.
struct Server {
    let identity: Identity
    let clientAnchors: PreparedCredential?
    let requiresClientCertificate: Bool
    let protocols: [ApplicationProtocol]
    /// Nanoseconds of silence after which a connection is closed.
    let idle: Int64

    /// Serves until `limit` connections have come and gone; for ever without one.
    func run(_ listener: borrowing Descriptor, limit: Int?) throws(ShimError) {
        var guests: [Guest] = []
        var accepted = 0
        var set = PollSet()
        while true {
            let takesMore = accepted < limit ?? .max && guests.count < PollSet.limit - 1
            if guests.isEmpty, !takesMore { return }
            set.removeAll()
            for guest in guests { _ = set.add(guest.fileDescriptor, for: guest.interest) }
            if takesMore { _ = set.add(listener.number, for: .readable) }
            do throws(ShimError) {
                try set.wait(until: guests.map { $0.deadline }.min() ?? .max)
            } catch {
                guard error.code == .timedOut else { throw error }
            }
            let now = Clock.monotonicNanoseconds
            let isSomebodyAtTheDoor = takesMore && set.isReady(guests.count)
            for (index, guest) in guests.enumerated() {
                if set.isReady(index) {
                    guest.serve(until: now + idle)
                } else if guest.deadline <= now {
                    guest.giveUp()
                }
            }
            guests.removeAll { $0.isGone }
            if isSomebodyAtTheDoor, let guest = admit(from: listener, number: accepted + 1, now: now) {
                accepted += 1
                guests.append(guest)
            }
        }
    }

    private func admit(from listener: borrowing Descriptor, number: Int, now: Int64) -> Guest? {
        let connection: AcceptedConnection
        do throws(ShimError) {
            let descriptor = try listener.accept()
            do throws(ConnectionError) {
                connection = try AcceptedConnection(
                    descriptor, identity: identity, clientAnchors: clientAnchors,
                    requiresClientCertificate: requiresClientCertificate, protocols: protocols)
            } catch {
                Stream.error.line(String(number) + ": " + error.text)
                return nil
            }
        } catch {
            // The client has gone again, or there are no descriptors left: the next one may have more luck.
            return nil
        }
        return Guest(connection, number: number, deadline: now + idle)
    }
}
