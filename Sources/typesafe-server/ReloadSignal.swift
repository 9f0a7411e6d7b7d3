import Dispatch
import Foundation

/// Turns SIGHUP into an asynchronous event. Signals that come while one is being seen to make one more.
final class ReloadSignal: Sendable {
    let arrivals: AsyncStream<Void>
    // Sound: dispatch sources are thread-safe objects; this is set once, here.
    nonisolated(unsafe) private let source: any DispatchSourceSignal

    init() {
        let (stream, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        arrivals = stream
        signal(SIGHUP, SIG_IGN)
        source = DispatchSource.makeSignalSource(signal: SIGHUP, queue: .global())
        source.setEventHandler { @Sendable in continuation.yield() }
        source.resume()
    }
}
