/// Wakes one waiting loop. What is sent while nobody waits is not lost, and counts once.
struct Signal: Sendable {
    private let stream: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    init() {
        (stream, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    func send() { continuation.yield() }

    func wait(atMost limit: Duration) async {
        let timer = Task { [continuation] in
            try await Task.sleep(for: limit)
            continuation.yield()
        }
        defer { timer.cancel() }
        for await _ in stream { return }
    }
}
