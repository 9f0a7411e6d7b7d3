import SystemSupport
import Foundation
import Scanning
import Storage

/// An asynchronous scan as it was accepted: everything that whoever does it needs to know.
package struct ScanOrder: Sendable {
    let id: UUID
    /// The request that brought it.
    let request: RequestID
    /// Name of the API key whose requests may see the job. With nil, anybody who knows its id may see it.
    let owner: String?
    let priority: JobPriority
    let scan: ScanRequest
    let session: UUID?
    let account: ScanAccount
    /// How other servers charge for the work; nil where the client has no rate limit.
    var charge: ChargedRate?
    /// Keeps the pictures' bytes counted in the quota for all bodies, for as long as they are in memory; nil where no request brought them.
    var memory: QuotaReservation?

    /// Bytes of memory that the scan's pictures and text hold.
    var bytes: Int {
        scan.images.reduce(0) { $0 + $1.bytes.count } + (scan.suppliedText?.utf8.count ?? 0)
    }
}

/// A client's rate limit, and what of the work it has paid for already.
struct ChargedRate: Codable, Sendable {
    let unitsPerMinute: Int
    let burst: Int
    let paid: Int

    /// Charges the client for processor time beyond what it has paid for.
    func charging(_ client: ClientID, with rates: RateStore) -> @Sendable (Duration) -> Void {
        let spent = SpentUnits(prepaid: paid)
        let interval = RateLimit(unitsPerMinute: unitsPerMinute, burst: burst).interval
        return { time in
            let due = spent.add(time)
            if due > 0 { Task { await rates.charge(due, to: client.digest, interval: interval) } }
        }
    }
}
