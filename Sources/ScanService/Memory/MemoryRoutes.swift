import Foundation
import HTTPServer
import HTTPTypes
import ScamDetection
import ScanDocuments
import Storage
import SystemSupport
import Texts
import TypeSafeAPI

/// Routes for what a memory knows: what comes often, and the lists that installations give each other.
struct MemoryRoutes: Sendable {
    /// How many campaigns an answer lists.
    private static let mostCampaigns = 100
    private static let usualDays = 30

    private enum Field: String { case name, days, signer, shouldBe = "should_be" }

    /// Nil where nothing is remembered.
    let memory: MemoryKeeper?
    let metrics: ServiceMetrics

    func add(to router: inout ServiceRouter) {
        router.on(.get, "/campaigns", scope: .admin) { _ throws(ServiceError) in
            let memory = try keeper
            return await offEventLoop {
                Responses.json(
                    Campaigns(
                        campaigns: memory.memory.campaigns(Self.mostCampaigns).map { SeenMessage($0) }))
            }
        }
        router.on(.post, "/campaigns/{id}", scope: .teach) { request throws(ServiceError) in
            try await confirm(request)
        }
        router.on(.delete, "/campaigns/{id}", scope: .admin) { request throws(ServiceError) in
            let (memory, number) = (try keeper, try request.pathID("id").memory)
            return try await forgotten { () throws(MemoryFault) in
                guard let number else { return false }
                return try await memory.forget(number)
            }
        }
        router.on(.get, "/memory", scope: .admin) { request throws(ServiceError) in try await made(request) }
        router.on(.get, "/memory/lists", scope: .admin) { _ throws(ServiceError) in
            let lists = try keeper.lists
            return Responses.json(
                MemoryLists(signer: lists.signerName, lists: lists.memory.lists.map { MemoryListFacts($0) }))
        }
        router.on(.post, "/memory/lists", scope: .admin, cost: RequestCost.image) {
            request throws(ServiceError) in try await taken(request)
        }
        router.on(.delete, "/memory/lists/{signer}", scope: .admin) { request throws(ServiceError) in
            let (lists, signer) = (try keeper.lists, request.parameters["signer"] ?? "")
            return try await forgotten { () throws(MemoryFault) in try await lists.forget(signer) }
        }
    }

    /// Says what a message is that came often. A browser is led back to the operator's page, whose button this is.
    private func confirm(_ request: ServiceRequest) async throws(ServiceError) -> ServerResponse {
        let (memory, id) = (try keeper, try request.pathID("id"))
        let form = String(decoding: try await request.collect(limit: 1_024), as: UTF8.self)
        let fields = try RequestFields(urlEncoded: form, names: Field.self)
        let word = try fields.required(Field.shouldBe, try fields.string(Field.shouldBe))
        guard let shouldBe = ExpectedVerdict(rawValue: word) else {
            throw fields.invalid(Field.shouldBe, .mustBeLegitOrScam)
        }
        let isKnown = try await rethrowing(ServiceError.memory) { () throws(MemoryFault) in
            guard let number = id.memory else { return false }
            return try await memory.teach(number, isScam: shouldBe == .scam, by: request.caller.key)
        }
        guard isKnown else { throw .noFeedback(.unknown) }
        metrics.feedback(.kept)
        return ServerResponse(status: .seeOther, fields: [.location: "../admin"])
    }

    private func made(_ request: ServiceRequest) async throws(ServiceError) -> ServerResponse {
        let lists = try keeper.lists
        let fields = try RequestFields(query: request.query, names: Field.self)
        let name = try fields.required(Field.name, try fields.string(Field.name))
        guard MemoryList.isName(name) else { throw fields.invalid(Field.name, .listName) }
        let days = try fields.number(Field.days, in: ListKeeper.lifetimes) ?? Self.usualDays
        guard let content = try? await lists.made(name: name, days: days) else { throw .memory(.redis) }
        return ServerResponse(status: .ok, contentType: "application/x-ndjson", body: Array(content))
    }

    private func taken(_ request: ServiceRequest) async throws(ServiceError) -> ServerResponse {
        let lists = try keeper.lists
        let fields = try RequestFields(query: request.query, names: Field.self)
        let signer = try fields.required(Field.signer, try fields.string(Field.signer))
        let content = Data(try await request.collect(limit: MemoryList.mostBytes))
        let facts = try await rethrowing(ServiceError.list) { () throws(ListRefusal) in
            try await lists.take(content, signer: signer)
        }
        return Responses.json(MemoryListFacts(facts), status: .created)
    }

    private func forgotten(
        _ forget: () async throws(MemoryFault) -> Bool
    ) async throws(ServiceError) -> ServerResponse {
        guard try await rethrowing(ServiceError.memory, forget) else { throw .noFeedback(.unknown) }
        return ServerResponse(status: .noContent)
    }

    private var keeper: MemoryKeeper { get throws(ServiceError) { try memory.orRefusal } }
}

extension MemoryKeeper? {
    /// The memory, or what a server says that remembers nothing.
    var orRefusal: MemoryKeeper {
        get throws(ServiceError) {
            guard let self else { throw .noFeedback(.noMemory) }
            return self
        }
    }
}

extension SeenMessage {
    init(_ campaign: Campaign) {
        self.init(
            id: UUID(memory: campaign.id), count: campaign.count,
            first: Date(timeIntervalSince1970: Double(campaign.first)),
            last: Date(timeIntervalSince1970: Double(campaign.last)), level: campaign.level,
            confirmed: campaign.isScam.map { $0 ? .scam : .legit }, contacts: campaign.contacts.map(\.name))
    }
}

extension MemoryListFacts {
    init(_ facts: MemoryList.Facts) {
        func date(_ seconds: Int) -> Date { Date(timeIntervalSince1970: Double(seconds)) }
        self.init(
            signer: facts.signer, name: facts.name, made: date(facts.made), expires: date(facts.expires),
            count: facts.count, stale: date(facts.expires) <= Date())
    }
}

extension UUID {
    /// The number of what a memory keeps, as an id of feedback: a UUID of version 8 (RFC 9562), which no other feedback has.
    init(memory number: UInt64) {
        let b = (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) }
        self.init(uuid: (b[0], b[1], b[2], b[3], b[4], b[5], 0x80, 0, 0x80, b[6], b[7], 0, 0, 0, 0, 0))
    }

    var memory: UInt64? {
        let u = uuid
        let number = [u.0, u.1, u.2, u.3, u.4, u.5, u.9, u.10].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return UUID(memory: number) == self ? number : nil
    }
}
