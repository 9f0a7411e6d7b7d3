package struct SharedConfiguration: Sendable {
    package var access: RedisAccess
    /// What all keys begin with, so that several services can use one server.
    package var prefix: String
    /// How long results are kept. With zero, none are kept.
    package var retention: Duration
    package var outbox = OutboxLimits()
    package var sharing = SharingLimits()
    package var followers = FollowerLimits()
    /// How long a server has a receiver of webhooks for itself. It is longer than any delivery takes; when the server dies, others
    /// send to the receiver again after this time.
    package var lease = Duration.seconds(60)
    /// Longest time after which a server looks for messages that another one left.
    package var outboxCheck = Duration.seconds(5)

    package init(access: RedisAccess, prefix: String, retention: Duration) {
        self.access = access
        self.prefix = prefix
        self.retention = retention
    }
}
