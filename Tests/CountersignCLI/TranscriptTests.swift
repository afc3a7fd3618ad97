import Foundation
import TestSupport
import Testing

/// What the tool prints and how it ends, each case a file in Transcripts.
@Suite struct TranscriptTests {
    static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("Transcripts")

    @Test(arguments: try Transcript.all(in: folder))
    func `the tool does what the transcript says`(transcript: Transcript) throws {
        try TranscriptRunner.play(transcript)
    }
}
