import Foundation
import Scanning
import Storage
import SystemSupport
import Texts
import TypeSafeAPI

/// The forms in which servers keep jobs for each other. Each begins with a line of JSON that has the version `v`; fields that a
/// reader doesn't know are ignored, and so what a newer server of the same version adds does no harm.
enum JobRecord {
    static let version = WorkQueue.version

    /// Whose a job is that hasn't ended.
    struct Order: Codable {
        var v = version
        var owner: String?
    }

    /// What is to be done, before the pictures' bytes.
    struct Material: Codable {
        var v = version
        var owner: String?
        var client: String
        var request: String
        var session: UUID?
        var text: String?
        var languages: [String]?
        var country: String?
        /// The language of the answer.
        var language: String
        var keepsOrder: Bool
        /// Absent where the client has no rate limit.
        var charge: ChargedRate?
        /// Length of each picture.
        var pictures: [Int]
    }

    /// How a job ended, before the last event's JSON.
    struct Outcome: Codable {
        var v = version
        var owner: String?
        var state: ScanJobState
        /// Whether the job is unknown from now on, as it was cancelled.
        var isForgotten = false
    }

    private static let newline = UInt8(ascii: "\n")

    static func encode(_ head: some Encodable, _ rest: [[UInt8]] = []) -> [UInt8] {
        // The records hold nothing that JSON can't express.
        var bytes = (try? WireCoding.encoder().encode(head)).map { Array($0) } ?? []
        bytes.append(newline)
        for part in rest { bytes += part }
        return bytes
    }

    static func decode<Head: Decodable>(
        _ type: Head.Type, _ bytes: [UInt8]
    ) -> (head: Head, rest: ArraySlice<UInt8>)? {
        guard let end = bytes.firstIndex(of: newline),
            let head = try? WireCoding.decoder().decode(type, from: Data(bytes[..<end]))
        else { return nil }
        return (head, bytes[(end + 1)...])
    }
}

extension ScanOrder {
    /// The order as another server gets it.
    var material: [UInt8] {
        JobRecord.encode(
            JobRecord.Material(
                owner: owner, client: account.client.name, request: request.description, session: session,
                text: scan.suppliedText, languages: scan.languages, country: scan.country,
                language: scan.texts.language.tag, keepsOrder: scan.keepsOrder, charge: charge,
                pictures: scan.images.map(\.bytes.count)),
            scan.images.map(\.bytes))
    }

    /// Reads an order that another server accepted; nil where it has another form than this server knows.
    init?(_ id: UUID, _ material: [UInt8], priority: JobPriority, answers: AnswerTexts, rates: RateStore) {
        guard let (head, rest) = JobRecord.decode(JobRecord.Material.self, material),
            head.v == JobRecord.version, head.pictures.allSatisfy({ 0...rest.count ~= $0 }),
            head.pictures.reduce(0, +) == rest.count
        else { return nil }
        var left = rest
        let images = head.pictures.map { length in
            defer { left = left.dropFirst(length) }
            return ScanImage(Array(left.prefix(length)))
        }
        self.id = id
        request = RequestID(offered: head.request)
        owner = head.owner
        self.priority = priority
        var scan = ScanRequest(
            images: images, suppliedText: head.text, languages: head.languages, country: head.country,
            texts: answers.named(head.language) ?? answers.standard)
        scan.keepsOrder = head.keepsOrder
        self.scan = scan
        session = head.session
        let client = ClientID(head.client)
        charge = head.charge
        account =
            if let charging = head.charge?.charging(client, with: rates) {
                ScanAccount(client: client, charge: charging)
            } else {
                ScanAccount(client: client)
            }
    }
}

extension JobEvent {
    /// What is kept of a step.
    static func progress(_ job: ScanJob) -> [UInt8] {
        Array("\(job.state.rawValue) ".utf8) + JobEvent(job, number: 0).json
    }

    /// Reads a step that another server told of.
    /// - Parameter number: the step's number among those that were told of; the event of the acceptance comes before them.
    init?(progress: [UInt8], number: Int) {
        guard let end = progress.firstIndex(of: UInt8(ascii: " ")),
            let state = ScanJobState(rawValue: String(decoding: progress[..<end], as: UTF8.self))
        else { return nil }
        self.init(number: number + 1, state: state, json: Array(progress[(end + 1)...]))
    }
}

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
