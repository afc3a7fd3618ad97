import Countersign

extension LatencyReport {
    /// A histogram of the whole handshakes as a picture, with the parts' medians as one bar below it.
    var svg: String {
        let (width, bars) = total.histogram(32)
        let highest = max(1, bars.max() ?? 1)
        var text = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 800 400\" width=\"800\" height=\"400\" "
        text += "font-family=\"Helvetica, Arial, sans-serif\">\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n"
        let title = String(times.count) + " handshakes with " + LatencyReport.escaped(target)
        text += LatencyReport.label(40, 32, 18, title)
        var subtitle = "mbedTLS " + LibraryVersion.text + (includesServer ? ", client and server in one thread" : "")
        let processor = LatencyReport.processor
        if !processor.isEmpty { subtitle += ", " + LatencyReport.escaped(processor) }
        text += LatencyReport.label(40, 52, 12, subtitle)
        for (index, count) in bars.enumerated() {
            let height = count * 190 / highest
            text += LatencyReport.box(40 + index * 22, 270 - height, 20, height, "#0b6e99")
        }
        text += LatencyReport.box(40, 271, 720, 1, "#888")
        for index in stride(from: 0, through: 32, by: 8) {
            let edge = Samples.milliseconds(total.least + Int64(index) * width) + " ms"
            text += LatencyReport.label(40 + index * 22, 286, 11, edge)
        }
        return text + medians + "</svg>\n"
    }

    private var medians: String {
        let colours = ["#c9c9c9", "#9bbf3b", "#0b6e99", "#e0a030", "#a0457e", "#555555"]
        let all = parts
        let sum = max(1, all.reduce(0) { $0 + $1.samples.percentile(50) })
        var text = LatencyReport.label(40, 318, 12, "medians of the parts")
        var place = 40
        for (index, part) in all.enumerated() {
            let length = Int(part.samples.percentile(50) * 720 / sum)
            text += LatencyReport.box(place, 326, length, 20, colours[index])
            place += length
            let column = 40 + index % 3 * 240
            let line = 364 + index / 3 * 18
            text += LatencyReport.box(column, line - 9, 10, 10, colours[index])
            text += LatencyReport.label(
                column + 15, line, 11, part.name + ", " + Samples.milliseconds(part.samples.percentile(50)) + " ms")
        }
        return text
    }

    private static func box(_ x: Int, _ y: Int, _ width: Int, _ height: Int, _ colour: String) -> String {
        var text = "<rect x=\"" + String(x) + "\" y=\"" + String(y) + "\" width=\"" + String(width)
        text += "\" height=\"" + String(height) + "\" fill=\"" + colour + "\"/>\n"
        return text
    }

    private static func label(_ x: Int, _ y: Int, _ size: Int, _ words: String) -> String {
        var text = "<text x=\"" + String(x) + "\" y=\"" + String(y) + "\" font-size=\"" + String(size)
        text += "\" fill=\"#222\">" + words + "</text>\n"
        return text
    }

    /// Other people's words, for XML; a control character has no place in it.
    private static func escaped(_ text: String) -> String {
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "<"): bytes += Array("&lt;".utf8)
            case UInt8(ascii: "&"): bytes += Array("&amp;".utf8)
            case 0..<0x20, 0x7F: bytes.append(UInt8(ascii: " "))
            default: bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
