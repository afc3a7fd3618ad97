import Countersign
import CountersignCore

/// A session store's file, and the sessions in it. Marks, versions and the digest are made right first: else nothing behind
/// them would be read.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzSessionFiles(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    var input = Array(UnsafeBufferPointer(start: start, count: count))
    let now = UnixTime(seconds: 2_000_000_000)
    look(into: input, now)
    guard count >= 64 else { return 0 }
    var bytes = input.mutableSpan
    SessionFile.putHeader(count: Int(start[23]), now: now, into: &bytes)
    SessionFile.seal(&bytes)
    if let file = try? SessionFile(input.span, now: now) {
        var position = 32
        for _ in 0..<file.count {
            let entry = file.entry(at: position)
            position = entry.range.upperBound
            look(into: Array(input[entry.range]), now)
        }
    }
    return 0
}

private func look(into session: [UInt8], _ now: UnixTime) {
    var session = session
    guard session.count >= 8 else { return }
    var bytes = session.mutableSpan
    bytes.put(UInt64(StoredSession.format), at: 0, 4)
    bytes.put(UInt64(Library.version), at: 4, 4)
    guard let stored = StoredSession(session.span) else { return }
    _ = stored.staleness(at: now, now: now)
    for index in 0..<stored.path.count { _ = stored.path[index]?.position.chainIndex }
}
