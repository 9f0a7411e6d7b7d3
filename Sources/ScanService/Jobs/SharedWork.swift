package import Storage

/// What servers of one Redis share of asynchronous scans, and this server's part in it.
package struct SharedWork: Sendable {
    package let records: JobRecords
    /// Waits for work, and does nothing else.
    package let waiting: RedisClient
    package let subscriber: RedisSubscriber
    /// Charged for processor time of the work.
    package let rates: RateStore
    /// Told of readings that came with the work.
    package let readings: ReadingStore
    /// Names this process among the workers.
    package let name: String

    package init(
        records: JobRecords, waiting: RedisClient, subscriber: RedisSubscriber, rates: RateStore,
        readings: ReadingStore, name: String
    ) {
        self.records = records
        self.waiting = waiting
        self.subscriber = subscriber
        self.rates = rates
        self.readings = readings
        self.name = name
    }
}

/// What a server does of all that there is to do.
package enum ServerRole: String, Sendable, CaseIterable {
    case all
    /// Takes requests, and does asynchronous scans no further than handing them in.
    case front
    /// Does asynchronous scans that others took, and serves only health and metrics.
    case worker

    package var takesRequests: Bool { self != .worker }
    package var takesWork: Bool { self != .front }
}

/// What happens to work that this server takes.
package enum WorkEvent: Sendable {
    case taken(JobPriority)
    case takenOver(JobPriority)
    case handedBack(Int)
    case buried(TakenWork)
}
