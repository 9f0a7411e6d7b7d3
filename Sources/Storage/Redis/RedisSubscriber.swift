import Synchronization

/// Tells of messages on channels that come and go, over one connection.
///
/// A signal has no content: it says that there may be something new, and that its user should read what it doesn't know. It also
/// comes once the channel is subscribed, at first and after each loss of the connection, because messages meanwhile are lost.
package final class RedisSubscriber: Sendable {
    private let listeners: ChannelListeners
    private let keeper: ConnectionKeeper

    package init(_ access: RedisAccess) {
        let listeners = ChannelListeners()
        let keeper = ConnectionKeeper(access, onMessage: { listeners.signal($0) }) { [weak listeners] event in
            if event == .connected { listeners?.subscribeAgain() }
        }
        listeners.keeper.withLock { $0 = keeper }
        (self.listeners, self.keeper) = (listeners, keeper)
        keeper.start()
    }

    deinit { close() }

    package func close() {
        keeper.close()
        listeners.keeper.withLock { $0 = nil }
    }

    /// Signals of one channel, until its reader ends. Signals that nobody has read yet are one.
    package func signals(of channel: String) -> AsyncStream<Void> { listeners.add(channel) }
}

private final class ChannelListeners: Sendable {
    private struct State {
        var channels: [String: [UInt64: AsyncStream<Void>.Continuation]] = [:]
        var nextListener: UInt64 = 0
    }

    private let state = Mutex(State())
    /// Set once, after both exist.
    let keeper = Mutex<ConnectionKeeper?>(nil)

    func add(_ channel: String) -> AsyncStream<Void> {
        // One signal is as good as many.
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { listener in
            let number = state.withLock { state in
                state.nextListener += 1
                state.channels[channel, default: [:]][state.nextListener] = listener
                // Under the lock, so that the server hears of a channel in the order in which it came and went. A further
                // listener of a known channel gets its first signal by the confirmation too.
                post("SUBSCRIBE", channel)
                return state.nextListener
            }
            listener.onTermination = { [weak self] _ in self?.remove(number, of: channel) }
        }
    }

    private func remove(_ number: UInt64, of channel: String) {
        state.withLock { state in
            state.channels[channel]?[number] = nil
            guard state.channels[channel]?.isEmpty == true else { return }
            state.channels[channel] = nil
            post("UNSUBSCRIBE", channel)
        }
    }

    func subscribeAgain() {
        state.withLock { state in
            for channel in state.channels.keys { post("SUBSCRIBE", channel) }
        }
    }

    /// - Parameter message: the kind of message, the channel and the content, or for confirmations a number.
    func signal(_ message: [RedisValue]) {
        guard message.first?.text != "unsubscribe", message.count > 1, let channel = message[1].text
        else { return }
        for listener in state.withLock({ Array(($0.channels[channel] ?? [:]).values) }) { listener.yield() }
    }

    private func post(_ command: String, _ channel: String) {
        let connection = try? keeper.withLock { $0 }?.connection.get()
        connection?.post(RedisCommand(command, channel))
    }
}
