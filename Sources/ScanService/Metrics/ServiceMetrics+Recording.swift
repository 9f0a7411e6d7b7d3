package import SystemSupport
package import ScamTaxonomy

// The methods that record. They neither allocate memory nor wait, except for those that set gauges before a scrape.
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
    }

    package func stage(_ stage: ScanStage, took duration: Duration) {
        stageDuration(stage.rawValue).observe(duration)
    }

    package func scanFailed(_ reason: ScanFailure) { scanFailures(reason.rawValue).add() }
    /// Counts a worker that ended. A worker that ended because the server stops isn't counted.
    package func workerEnded(_ exit: WorkerExit) {
        if exit != .stopped { workerRestarts(exit.rawValue).add() }
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
