/// Wakes one waiting task. An event that is set while no task waits is kept for the next one. Setting it a second time
/// changes nothing.
package struct AutoResetEvent: Sendable {
    private let stream: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    package init() {
        (stream, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    package func set() { continuation.yield() }

    package func wait(atMost limit: Duration) async {
        let timer = Task { [continuation] in
            try await Task.sleep(for: limit)
            continuation.yield()
        }
        defer { timer.cancel() }
        for await _ in stream { return }
    }
}
