import Testing

@testable import ScreenshotDetection

@Suite("Addresses of ntfy topics")
struct NtfyTopicTests {
    @Test(
        "The scheme says whether there is TLS; the topic isn't shown",
        arguments: [
            ("ntfy://ntfy.example/my_topic-1", "https://ntfy.example/my_topic-1", "ntfy://ntfy.example/…"),
            ("NTFY://ntfy.example:8443/T", "https://ntfy.example:8443/T", "ntfy://ntfy.example:8443/…"),
            ("ntfy+http://192.168.1.5:8090/t", "http://192.168.1.5:8090/t", "ntfy+http://192.168.1.5:8090/…"),
            ("ntfy://[fe80::1]/t", "https://[fe80::1]/t", "ntfy://[fe80::1]/…"),
        ])
    func forms(_ text: String, url: String, shown: String) throws {
        let topic = try #require(NtfyTopic(text))
        #expect(topic.url == url && topic.shown == shown && topic.isPlain == url.hasPrefix("http:"))
    }

    @Test(
        "Anything else is none",
        arguments: [
            "", "ntfy", "ntfy://", "ntfy://ntfy.example", "ntfy://ntfy.example/", "ntfy:///topic",
            "ntfy://ntfy.example/a/b", "ntfy://ntfy.example/a?token=b", "ntfy://ntfy.example/a#b",
            "ntfy://me:pass@ntfy.example/a", "ntfy://ntfy.example/a b", "ntfy://ntfy.example/é",
            "https://ntfy.example/a", "ntfy+https://ntfy.example/a", "ntfy://ntfy.example/a\r\nX: b",
            "ntfy://ntfy.example/" + String(repeating: "a", count: 65),
            "ntfy://" + String(repeating: "a", count: 260) + "/a",
        ])
    func refused(_ text: String) { #expect(NtfyTopic(text) == nil) }
}
