import ScanService
import Testing

@Suite("traceparent")
struct TraceParentTests {
    private static let trace = "4bf92f3577b34da6a3ce929d0e0e4736"
    private static let parent = "00f067aa0ba902b7"

    @Test(
        "Is read as the W3C writes it, and by later versions' rules",
        arguments: [
            "00-\(trace)-\(parent)-01", "00-\(trace)-\(parent)-00", "00-\(trace)-\(parent)-ff",
            "01-\(trace)-\(parent)-01", "cc-\(trace)-\(parent)-01-what-the-future-will-be-like",
        ])
    func accepted(_ value: String) throws {
        let read = try #require(TraceParent(value))
        #expect(read.traceID == Self.trace)
        #expect(read.parentID == Self.parent)
    }

    @Test(
        "Is passed over where it is anything else",
        arguments: [
            "", "-", "00", "00-\(trace)-\(parent)", "00-\(trace)-\(parent)-", "00-\(trace)-\(parent)-1",
            "00-\(trace)-\(parent)-01-", "00-\(trace)-\(parent)-01-more", "00-\(trace)-\(parent)-011",
            "01-\(trace)-\(parent)-01more", "ff-\(trace)-\(parent)-01", "0-\(trace)-\(parent)-01",
            "00-\(trace.uppercased())-\(parent)-01", "00-\(trace)-\(parent)-0G",
            "00-00000000000000000000000000000000-\(parent)-01", "00-\(trace)-0000000000000000-01",
            "00_\(trace)-\(parent)-01", "00-\(trace)_\(parent)-01", "00-\(trace)-\(parent)_01",
            "00-\(trace)-\(parent)-01, 00-\(trace)-\(parent)-01",
            "00-4bf92f3577b34da6a3ce929d0e0e473é-\(parent)-01",
        ])
    func refused(_ value: String) {
        #expect(TraceParent(value) == nil)
    }
}
