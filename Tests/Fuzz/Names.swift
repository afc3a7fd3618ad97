import Countersign

/// Hosts, mailboxes, URIs and addresses as text, and distinguished names as DER.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzNames(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: start, count: count))
    if let name = try? DistinguishedName(input.span) {
        guard name.matches(name) else { fatalError("a name that isn't itself") }
    }
    _ = MailboxName(input.span)
    _ = ResourceName(input.span)
    if let identifier = ReferenceIdentifier(host: input.span), case .dnsID(let name) = identifier {
        guard DNSName(name.bytes) == name else { fatalError("a host that isn't its own normal form") }
    }
    return 0
}
