import Countersign
import Foundation
import Peers

/// One case with all its subjects.
struct Bench {
    private let wanted: Case
    private let driver: Driver
    private let subjects: [any Subject]

    init(_ wanted: Case, certificates folder: String) throws {
        self.wanted = wanted
        (driver, subjects) = try wanted.withSettings(in: folder) { settings in
            let subjects: [any Subject] = [
                try CountersignSubject(wanted, certificates: folder),
                try PeerSubject("mbedtls", peer_mbedtls(), settings),
                try PeerSubject("openssl", peer_openssl(), settings),
            ]
            return (try Driver(settings), subjects)
        }
    }

    /// What is initialised once is initialised here, and what is resumed is set up.
    private func warmUp() throws {
        for subject in subjects {
            try driver.run(subject, nil, resumes: false, keeps: wanted.isResumption)
            if wanted.isResumption { try again(subject, nil) }
        }
    }

    /// A TLS 1.3 ticket is used once; the next one is kept.
    private func again(_ subject: any Subject, _ meter: Meter?) throws {
        try driver.run(subject, meter, resumes: wanted.isResumption, keeps: wanted.isResumption && wanted.version == 13)
    }

    /// Time and memory, the subjects by turns so that a slow moment hits all of them.
    func measure(rounds: Int) throws -> [Row] {
        try warmUp()
        var times = subjects.map { _ in [Double]() }
        for _ in 0..<rounds {
            for (index, subject) in subjects.enumerated() {
                let meter = Meter(.time)
                try again(subject, meter)
                times[index].append(Double(meter.nanoseconds) / 1000)
            }
        }
        return try subjects.enumerated().map { index, subject in
            let meter = Meter(.allocations)
            try again(subject, meter)
            let sorted = times[index].sorted()
            func percentile(_ part: Int) -> Double? {
                sorted.isEmpty ? nil : sorted[min(sorted.count - 1, sorted.count * part / 100)]
            }
            return Row(
                case: wanted.name, subject: subject.name, mbedtlsVersion: LibraryVersion.text,
                swiftAllocations: meter.counts.swift - meter.setUpAllocations,
                setUpSwiftAllocations: meter.setUpAllocations, libraryAllocations: meter.counts.other,
                allocatedBytes: meter.counts.bytes, peakHeapBytes: meter.counts.peak, liveHeapBytes: meter.liveBytes,
                wallUsP50: percentile(50), wallUsP90: percentile(90), wallUsP99: percentile(99))
        }
    }

    /// Under callgrind: writes the count of each run under the names of its case and subject.
    func count(repetitions: Int) throws {
        try warmUp()
        for _ in 0..<repetitions {
            for subject in subjects {
                try again(subject, Meter(.instructions))
                peer_write_count("\(wanted.name) \(subject.name) \(LibraryVersion.text)")
            }
        }
    }
}
