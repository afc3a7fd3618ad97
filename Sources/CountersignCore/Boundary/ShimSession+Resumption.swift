internal import CCountersign

/// Sessions that outlive their connections.
extension ShimSession {
    /// Whether there is one to be saved that was not.
    var hasResumption: Bool { unsafe ccountersign_session_has_resumption(pointer) != 0 }

    /// Writes it, secrets included, and returns how many bytes that took; nil when it doesn't fit or there is none.
    mutating func save(into bytes: inout MutableSpan<UInt8>) -> Int? {
        let session = unsafe pointer
        var count = 0
        let code = unsafe bytes.withUnsafeMutableBufferPointer { bytes in
            unsafe ccountersign_session_save(session, bytes.baseAddress, bytes.count, &count)
        }
        return code == CCOUNTERSIGN_OK ? count : nil
    }

    /// Offers a saved session; false when mbedTLS cannot read it, and then nothing is offered.
    mutating func offer(_ saved: Span<UInt8>, chain: Span<UInt8>, facts: Span<UInt8>) -> Bool {
        let session = unsafe pointer
        return unsafe saved.withUnsafeBufferPointer { saved in
            unsafe chain.withUnsafeBufferPointer { chain in
                unsafe facts.withUnsafeBufferPointer { facts in
                    unsafe ccountersign_session_offer(
                        session, ccountersign_bytes(saved), ccountersign_bytes(chain), ccountersign_bytes(facts))
                        == CCOUNTERSIGN_OK
                }
            }
        }
    }

    /// The facts that a session was offered with, once it was taken.
    var resumedFacts: Span<UInt8> {
        @_lifetime(borrow self)
        get { unsafe LentBytes(raw: ccountersign_session_resumed_facts(pointer)).bytes(from: self) }
    }
}
