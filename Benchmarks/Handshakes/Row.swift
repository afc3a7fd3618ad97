/// One line of the results, as JSON. `Benchmarks/Report` reads it.
struct Row: Encodable {
    let `case`: String
    let subject: String
    let mbedtlsVersion: String
    var swiftAllocations: UInt64?
    var setUpSwiftAllocations: UInt64?
    var libraryAllocations: UInt64?
    var allocatedBytes: UInt64?
    var peakHeapBytes: Int64?
    var liveHeapBytes: Int64?
    var wallUsP50: Double?
    var wallUsP90: Double?
    var wallUsP99: Double?
}
