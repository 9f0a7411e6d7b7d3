import ScanService
import ArgumentParser
import BundledResources
import Foundation
import Storage
import Scanning

extension ServeCommand {
    /// Lets this server do its part of what all servers of one Redis do together.
    func share(
        _ store: SharedStore, _ limits: Limits, jobs: inout JobOptions, policy: inout AccessPolicy,
        pipeline: ScanPipeline
    ) {
        let (access, prefix) = (store.configuration.access, store.configuration.prefix)
        let lifetimes = JobRecords.Lifetimes(deadline: jobs.jobs.deadline, kept: jobs.jobs.lifetime)
        let rates = RateStore(store.client, prefix: prefix)
        let cache = limits.pipeline.readingCache
        let readings = ReadingStore(
            store.client, prefix: prefix, bytes: cache.bytes, lifetime: cache.lifetime)
        pipeline.share(readings, version: Installation.version)
        jobs.shared = SharedWork(
            records: JobRecords(store.client, prefix: prefix, lifetimes: lifetimes),
            waiting: RedisClient(access), subscriber: RedisSubscriber(access), rates: rates,
            readings: readings, name: Self.workerName)
        jobs.role = shared.role
        jobs.sharedClaims = ClaimStore(store.client, prefix: prefix, lifetime: jobs.responseLifetime)
        policy.shared = rates
    }

    /// Names this process among all workers. Containers may have the same process id, and a host's name may come again.
    private static var workerName: String {
        let process = ProcessInfo.processInfo
        return "\(process.hostName)-\(process.processIdentifier)-\(UUID().uuidString.prefix(8))"
    }
}

extension ReadingStore: SharedReadings {}
extension ServerRole: ExpressibleByArgument {}
