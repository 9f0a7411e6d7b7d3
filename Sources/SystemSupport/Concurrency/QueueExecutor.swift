package import Dispatch

/// Runs actors on a serial dispatch queue, such as that of an event loop, or one whose work blocks in C code.
package final class QueueExecutor: SerialExecutor {
    package let queue: DispatchQueue

    package init(label: String, qos: DispatchQoS = .default) {
        queue = DispatchQueue(label: label, qos: qos)
    }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }

    /// Lets code that Dispatch calls on the queue, such as event sources, assume an actor's isolation.
    package func checkIsolated() {
        dispatchPrecondition(condition: .onQueue(queue))
    }
}
