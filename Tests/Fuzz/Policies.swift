import Countersign

/// Policy files of every format, told by their content and read as each; what is read is written, and read again.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzPolicies(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let file = [UInt8](UnsafeBufferPointer(start: start, count: count))
    _ = try? PolicyConversion(file)
    for format in PolicyFormat.allCases {
        guard let read = try? PolicyConversion(file, format: format), read.isUsable else { continue }
        for other in PolicyFormat.allCases { _ = PolicyConversion.text(of: read.policy, as: other) }
        _ = PolicyLint(at: UnixTime(seconds: 0), suffixes: PublicSuffixes(file, path: nil)).findings(of: read.policy)
        let written = read.policy.json
        guard let again = try? Policy(json: written), again.json == written else {
            fatalError("a policy that isn't read as it was written")
        }
    }
    return 0
}
