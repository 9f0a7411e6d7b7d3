package import HTTPServer
import HTTPTypes
import ScamDetection
package import ScamTaxonomy
import ScanDocuments
import Scanning
import TypeSafeAPI
package import SystemSupport

// The methods that record. They neither allocate memory nor wait, except for those that set gauges before a scrape. `LastHour` has a lock,
// which is held for an addition.
extension ServiceMetrics {
    // MARK: HTTP

    package func connectionOpened() {
        connections().add(1)
        connectionsOpened().add()
    }

    package func connectionClosed() { connections().add(-1) }
    package func connectionShed(_ reason: String) { connectionsShed(reason).add() }
    package func messageRefused(status: Int) { refusedMessages("\(status)").add() }

    package func exchangeEnded(received: Int, sent: Int, isComplete: Bool) {
        receivedBytes().add(received)
        sentBytes().add(sent)
        if !isComplete { cutAnswers().add() }
    }

    // MARK: Scans

    package func verdict(_ risk: RiskLevel, scamType: ScamType, source: VerdictSource) {
        verdicts(risk.rawValue, scamType.rawValue, source.rawValue).add()
        verdictsOfHour.add(risk)
    }

    package func stage(_ stage: ScanStage, took duration: Duration) {
        stageDuration(stage.rawValue).observe(duration)
    }

    package func scanFailed(_ reason: ScanFailure) {
        scanFailures(reason.rawValue).add()
        failuresOfHour.add(reason)
    }

    /// Counts a worker that ended. A worker that ended because the server stops isn't counted.
    package func workerEnded(_ exit: WorkerExit) {
        guard exit != .stopped else { return }
        workerRestarts(exit.rawValue).add()
        restartsOfHour.add(exit)
    }

    /// - Parameters:
    ///   - waiting: number of scans that wait for a worker.
    ///   - shared: number of images that two workers have read together, since the start.
    package func workers(alive: Int, busy: Int, waiting: Int, shared: Int, residentBytes: Int) {
        workerStates("alive").set(alive)
        workerStates("busy").set(busy)
        queueLength().set(waiting)
        sharedImages().set(shared)
        workersResident().set(residentBytes)
    }

    package func workers(protectedBy protections: WorkerProtections) {
        for protection in WorkerProtection.allCases {
            workerProtection(protection.rawValue).set(protections.held.contains(protection) ? 1 : 0)
        }
        landlockVersion().set(protections.landlockVersion)
    }

    package func reload(_ outcome: ReloadOutcome) {
        reloads(outcome.rawValue).add()
        rulesCurrent().set(outcome == .done ? 1 : 0)
    }

    package func texts(missing count: Int) { missingTexts().set(count) }

    // MARK: Cache, store, webhooks

    package func cache(_ outcome: CacheOutcome) { cacheRequests(outcome.rawValue).add() }

    package func cacheSize(entries: Int, bytes: Int) {
        cacheEntries().set(entries)
        cacheBytes().set(bytes)
    }

    package func replayed(_ count: Int) { replayedAnswers().set(count) }

    package func jobs(waiting: Int, running: Int, kept: Int, streams: Int) {
        jobStates("waiting").set(waiting)
        jobStates("running").set(running)
        jobStates("kept").set(kept)
        eventStreams().set(streams)
    }

    package func workTaken(from queue: String) { sharedClaims(queue).add() }
    package func workTakenOver(from queue: String) { sharedTakeovers(queue).add() }
    package func workHandedBack(_ count: Int) { sharedHandedBack().add(count) }
    package func workBuried() { sharedDeadLetters().add() }

    package func sharedWork(workers: Int, readers: Int) {
        sharedWorkers().set(workers)
        sharedReaders().set(readers)
    }

    package func sharedQueue(_ queue: String, waiting: Int, taken: Int) {
        sharedWaiting(queue).set(waiting)
        sharedTaken(queue).set(taken)
    }

    package func store(_ outcome: StoreOutcome) { storeOperations(outcome.rawValue).add() }

    /// - Parameters:
    ///   - commands: number of commands to the server that servers share, since the start.
    ///   - trips: how often somebody waited for its replies.
    package func shared(commands: Int, trips: Int) {
        sharedCommands().set(commands)
        sharedTrips().set(trips)
    }

    package func store(isAvailable: Bool, bytes: Int) {
        storeAvailable().set(isAvailable ? 1 : 0)
        storeBytes().set(bytes)
    }

    package func feedback(_ outcome: FeedbackOutcome) { feedbackOutcomes(outcome.rawValue).add() }

    func memory(_ memory: MessageMemory) {
        memoryMessages("here").set(memory.count)
        let lists = memory.lists.map { MemoryListFacts($0) }
        memoryMessages("lists").set(lists.reduce(0) { $0 + $1.count })
        let stale = lists.count { $0.stale }
        memoryLists("stale").set(stale)
        memoryLists("used").set(lists.count - stale)
    }

    package func webhook(_ outcome: WebhookOutcome) { webhookDeliveries(outcome.rawValue).add() }

    package func webhooks(pending: Int, dead: Int) {
        webhookStates("pending").set(pending)
        webhookStates("dead").set(dead)
    }

    package func push(_ result: PushResult) { pushMessages(result.rawValue).add() }

    package func pushes(waiting: Int) { pushesWaiting().set(waiting) }

    // MARK: Callers

    package func denied(_ reason: AccessDenial) { denials(reason.rawValue).add() }
    package func limited(_ limit: CallerLimit) { limitedRequests(limit.rawValue).add() }

    // MARK: Process

    package func build(version: String, rules: String, tesseract: String) {
        buildInfo.set([version, rules, tesseract])
    }
}

// This file turns scans, errors and server events into metrics.

extension ServiceMetrics {
    package convenience init() {
        self.init(shedReasons: ServerEvent.ShedReason.allCases.map(\.rawValue))
    }

    func record(_ report: ScanReport) {
        verdict(
            report.verdict.riskLevel, scamType: report.verdict.scamType,
            source: report.transcript == nil ? .text : .image)
        for (step, duration) in report.timing.stages { stage(step, took: duration) }
        let memory = "memory."
        for finding in report.verdict.findings where finding.rule.hasPrefix(memory) {
            memoryFindings(String(finding.rule.dropFirst(memory.count))).add()
        }
        for origin in report.origins {
            switch origin {
            case .read: cache(.miss)
            case .joined: cache(.joined)
            case .cached: cache(.hit)
            }
        }
    }

    /// Counts the error of a request or a job, if there is a metric for it.
    func record(_ error: ServiceError) {
        switch error {
        case .scan(let error): scanFailed(error.reason)
        case .picture(let error): scanFailed(error.error.reason)
        case .store: store(.failed)
        case .feedback: feedback(.failed)
        case .uploadsFull: limited(.uploads)
        case .textsFull: limited(.texts)
        default: break
        }
    }

    /// Sets the gauges whose values are read at each scrape.
    func read(
        _ pipeline: ScanPipeline, _ jobs: any ScanJobs, _ feed: SessionFeed,
        _ idempotency: IdempotencyCache, version: String
    ) async {
        let counts = await pipeline.workers.counts
        workers(
            alive: counts.alive, busy: counts.busy, waiting: counts.waiting, shared: counts.shared,
            residentBytes: pipeline.workers.residentBytes)
        if let protections = pipeline.workers.protections { workers(protectedBy: protections) }
        let facts = pipeline.facts
        build(version: version, rules: facts.rulesVersion, tesseract: facts.tesseractVersion)
        let (cache, jobs) = (pipeline.readings.counts, jobs.counts)
        cacheSize(entries: cache.entries, bytes: cache.cost)
        replayed(idempotency.counts.hits)
        self.jobs(
            waiting: jobs.waiting, running: jobs.running, kept: jobs.kept,
            streams: jobs.subscribers + feed.count)
    }

    package func observe(_ event: ServerEvent) {
        switch event {
        case .connectionOpened: connectionOpened()
        case .connectionClosed: connectionClosed()
        case .connectionShed(let reason): connectionShed(reason.rawValue)
        case .messageRefused(let status, _): messageRefused(status: status.code)
        case .exchangeEnded(let record):
            exchangeEnded(received: record.bytesIn, sent: record.bytesOut, isComplete: record.isComplete)
        }
    }
}

extension ScanError {
    fileprivate var reason: ScanFailure {
        switch self {
        case .image, .unknownLanguage: .input
        case .deadlineExceeded: .timeout
        // The client of a cancelled scan has gone, so it doesn't matter as what the scan is counted.
        case .busy, .cancelled: .busy
        case .notReady: .notReady
        case .engineFailed, .workerDied: .engine
        }
    }
}

extension ScanReport.Timing {
    /// The stages that the scan went through, in their order, with their durations.
    var stages: [(ScanStage, Duration)] {
        let all: [(ScanStage, Duration?)] = [
            (.queue, queueing), (.decode, decoding), (.ocr, recognition), (.classify, classification),
        ]
        return all.compactMap { step, duration in duration.map { (step, $0) } }
    }

    /// The value of the `Server-Timing` field. Its durations are in milliseconds.
    var serverTiming: String {
        (stages.map { ($0.rawValue, $1) } + [("total", total)])
            .map { "\($0);dur=\($1.milliseconds.rounded(to: 3))" }.joined(separator: ", ")
    }
}
