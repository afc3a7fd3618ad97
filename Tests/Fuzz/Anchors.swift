import Countersign

/// PEM and DER files of anchors.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzAnchors(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: start, count: count))
    let store = AnchorStore(derOrPEM: input)
    var scratch = AnchorScratch()
    for index in 0..<store.count {
        guard (try? store.view.anchor(at: index, decodingInto: &scratch)) != nil else {
            fatalError("an anchor in a store that can't be read")
        }
    }
    return 0
}
