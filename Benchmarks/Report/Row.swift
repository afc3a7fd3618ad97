/// One line of the results: a case with one subject.
struct Row: Codable {
    let `case`: String
    /// countersign, mbedtls, openssl, curl
    let subject: String
    let mbedtlsVersion: String
    var instructions: Double?
    var swiftAllocations: Double?
    var setUpSwiftAllocations: Double?
    var libraryAllocations: Double?
    var allocatedBytes: Double?
    var peakHeapBytes: Double?
    var liveHeapBytes: Double?
    var wallUsP50: Double?
    var wallUsP90: Double?
    var wallUsP99: Double?
    /// Of a whole process.
    var peakMemoryBytes: Double?

    /// By the name that it has in JSON.
    func value(_ field: String) -> Double? {
        switch field {
        case "instructions": instructions
        case "swift_allocations": swiftAllocations
        case "library_allocations": libraryAllocations
        case "peak_heap_bytes": peakHeapBytes
        case "live_heap_bytes": liveHeapBytes
        case "wall_us_p50": wallUsP50
        case "peak_memory_bytes": peakMemoryBytes
        default: nil
        }
    }
}
