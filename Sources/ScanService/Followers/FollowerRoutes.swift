import Foundation
import HTTPServer
import HTTPTypes
import Outbound
import Storage
import Texts
import TypeSafeAPI

/// Routes for the followers of scans and of sessions. Whoever may see a scan may have it followed; whoever knows a session's id may act
/// for the session.
struct FollowerRoutes: Sendable {
    /// Largest body in bytes. A browser's subscription has less than 1 kB.
    private static let bodyLimit = 8_192

    /// What followers need; nil where the operator set no key for their addresses.
    let options: FollowerOptions?
    let following: ScanFollowing?
    let jobs: any ScanJobs

    private typealias Key = FollowerRegistration.CodingKeys

    func add(to router: inout ServiceRouter) {
        for root in ["/scans/{id}", "/sessions/{id}"] {
            let isScan = root.hasPrefix("/scans")
            let (all, one) = (root + "/followers", root + "/followers/{follower}")
            router.on(.post, all, scope: .scan) { request throws(ServiceError) in
                try await offEventLoop { () throws(ServiceError) in try await post(request, isScan) }
            }
            router.on(.get, all, scope: .scan) { request throws(ServiceError) in
                try await list(request, isScan)
            }
            router.on(.put, one, scope: .scan) { request throws(ServiceError) in
                try await offEventLoop { () throws(ServiceError) in try await put(request, isScan) }
            }
            router.on(.delete, one, scope: .scan) { request throws(ServiceError) in
                try await delete(request, isScan)
            }
        }
    }

    // MARK: Handlers

    @concurrent
    private func post(_ request: ServiceRequest, _ isScan: Bool) async throws(ServiceError) -> ServerResponse
    {
        let options = try available
        let (target, latest) = try await target(of: request, isScan)
        let follower = try await follower(UUID(), of: target, request, options)
        let change = try await rethrowing(ServiceError.store) { () throws(StoreError) in
            try await options.store.add(follower, by: request.caller.client)
        }
        switch change {
        case .saved: break
        case .tooMany: throw .tooManyFollowers(limit: options.limits.perTarget)
        case .full: throw .store(.unavailable(.full))
        }
        if let latest {
            let scan = FollowedScan(id: target.id, session: nil, owner: request.jobOwner)
            try await rethrowing(ServiceError.store) { () throws(StoreError) in
                try await following?.registered(scan, latest)
            }
        }
        var response = Responses.json(Follower(follower), status: .created)
        let root = isScan ? "scans" : "sessions"
        response.head.headerFields[.location] =
            "/\(root)/\(target.id.uuidString.lowercased())/followers/\(follower.id.uuidString.lowercased())"
        return response
    }

    private func list(_ request: ServiceRequest, _ isScan: Bool) async throws(ServiceError) -> ServerResponse
    {
        let options = try available
        let target = try await target(of: request, isScan).target
        let followers = try await rethrowing(ServiceError.store) { () throws(StoreError) in
            try await options.store.followers(of: target, at: Date())
        }
        return Responses.json(FollowerList(followers: followers.map { Follower($0) }))
    }

    @concurrent
    private func put(_ request: ServiceRequest, _ isScan: Bool) async throws(ServiceError) -> ServerResponse {
        let options = try available
        let target = try await target(of: request, isScan).target
        let id = try Self.followerID(request)
        let follower = try await follower(id, of: target, request, options)
        let isKnown = try await rethrowing(ServiceError.store) { () throws(StoreError) in
            try await options.store.replace(follower)
        }
        guard isKnown else { throw .unknownFollower }
        // What waited for the old address goes to the new one.
        following?.wake()
        return Responses.json(Follower(follower))
    }

    private func delete(
        _ request: ServiceRequest, _ isScan: Bool
    ) async throws(ServiceError) -> ServerResponse {
        let options = try available
        let target = try await target(of: request, isScan).target
        let id = try Self.followerID(request)
        let isKnown = try await rethrowing(ServiceError.store) { () throws(StoreError) in
            try await options.store.remove(id, of: target)
        }
        guard isKnown else { throw .unknownFollower }
        return ServerResponse(status: .noContent)
    }

    // MARK: Requests

    private var available: FollowerOptions {
        get throws(ServiceError) {
            guard let options else { throw .pushUnavailable }
            return options
        }
    }

    /// The scan or session of a request's path. A scan must be one that its sender may see.
    /// - Returns: with the scan, its latest event.
    private func target(
        of request: ServiceRequest, _ isScan: Bool
    ) async throws(ServiceError) -> (target: FollowTarget, latest: JobEvent?) {
        guard isScan else { return (.session(try request.pathID("id")), nil) }
        guard let id = request.parameters["id"].flatMap({ UUID(uuidString: $0) }) else {
            throw .job(.unknown)
        }
        let latest = try await rethrowing(ServiceError.job) { () throws(JobRefusal) in
            try await jobs.latest(of: id, owner: request.jobOwner)
        }
        return (.scan(id), latest)
    }

    private static func followerID(_ request: ServiceRequest) throws(ServiceError) -> UUID {
        guard let id = request.parameters["follower"].flatMap({ UUID(uuidString: $0) }) else {
            throw .unknownFollower
        }
        return id
    }

    /// Reads the body of a request.
    private func follower(
        _ id: UUID, of target: FollowTarget, _ request: ServiceRequest, _ options: FollowerOptions
    ) async throws(ServiceError) -> StoredFollower {
        let fields = try RequestFields(json: try await request.collectJSON(limit: Self.bodyLimit))
        let address = try Self.address(fields)
        if let fault = options.sender.fault(of: address) { throw Self.error(fault, fields) }
        guard let sealed = try? options.secret.seal(address, for: id) else { throw .pushUnavailable }
        let (limits, now) = (options.limits, Date())
        let (age, isScan) =
            if case .scan = target { (limits.scanAge, true) } else { (limits.sessionAge, false) }
        let progress = try fields.flag(Key.progress)
        let followsProgress =
            switch address.carrier {
            case .webPush, .apnsAlert: false
            case .liveActivity: true
            case .ntfy: progress ?? isScan
            }
        let texts = fields.texts(Key.language, among: request.answers) ?? request.texts
        return StoredFollower(
            id: id, target: target, carrier: address.carrier.rawValue, address: sealed,
            language: texts.language.tag, followsProgress: followsProgress, createdAt: now,
            expiresAt: now + age / .seconds(1))
    }

    private static func address(_ fields: RequestFields) throws(ServiceError) -> PushAddress {
        let name = try fields.required(Key.carrier, try fields.string(Key.carrier))
        guard let carrier = PushCarrier(rawValue: name) else {
            throw fields.invalid(Key.carrier, .mustBeCarrier)
        }
        switch carrier {
        case .ntfy:
            return .ntfy(
                url: try fields.required(Key.url, try fields.string(Key.url)),
                token: try fields.string(Key.token))
        case .webPush:
            typealias Part = BrowserKeys.CodingKeys
            let endpoint = try fields.required(Key.endpoint, try fields.string(Key.endpoint))
            let keys = try fields.required(Key.keys, try fields.object(Key.keys))
            return .webPush(
                endpoint: endpoint, p256dh: try bytes(Part.p256dh, of: keys),
                auth: try bytes(Part.auth, of: keys))
        case .liveActivity:
            let (update, start) = (try fields.string(Key.updateToken), try fields.string(Key.startToken))
            if update == nil, start == nil { throw .missingField(Key.updateToken.rawValue) }
            return .liveActivity(updateToken: update, startToken: start)
        case .apnsAlert:
            return .apnsAlert(token: try fields.required(Key.token, try fields.string(Key.token)))
        }
    }

    private static func bytes(
        _ key: some RawRepresentable<String>, of fields: RequestFields
    ) throws(ServiceError) -> [UInt8] {
        let text = try fields.required(key, try fields.string(key))
        guard let bytes = Base64URL.bytes(text) else { throw fields.invalid(key, .mustHaveForm) }
        return bytes
    }

    private static func error(_ fault: PushAddressFault, _ fields: RequestFields) -> ServiceError {
        switch fault {
        case .notConfigured: .pushUnavailable
        case .malformed(let field):
            .invalidField(
                name: BrowserKeys.CodingKeys(stringValue: field) == nil ? field : "keys.\(field)",
                rule: .mustHaveForm)
        case .notAllowed(let field): .invalidField(name: field, rule: .mustBePublic)
        }
    }
}

extension Follower {
    fileprivate init(_ follower: StoredFollower) {
        self.init(
            id: follower.id, carrier: FollowerCarrier(rawValue: follower.carrier) ?? .ntfy,
            progress: follower.followsProgress, language: follower.language, createdAt: follower.createdAt,
            expiresAt: follower.expiresAt)
    }
}
