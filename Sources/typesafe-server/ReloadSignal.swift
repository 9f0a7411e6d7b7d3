import Dispatch
import Foundation

/// Turns SIGHUP into an asynchronous event. Any number of signals that arrive during one reload cause one further reload.
final class ReloadSignal: Sendable {
    let arrivals: AsyncStream<Void>
    // Sound: dispatch sources are thread-safe, and this one is set once in `init`.
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
