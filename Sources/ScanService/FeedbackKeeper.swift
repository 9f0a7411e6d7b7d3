import SystemSupport
package import ScanDocuments
import Foundation

/// Keeps feedback in files, one at a time, so that the number of files is exact. Nothing in the server reads them.
///
/// It runs on a queue of its own, because files block.
package actor FeedbackKeeper {
    /// Time between two sweeps. Files are kept for days, so an hour more doesn't matter.
    private static let sweepPause = Duration.seconds(3_600)

    private let executor = QueueExecutor(label: "typesafe.feedback", qos: .utility)
    package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
    private let folder: FeedbackFolder

    /// Creates the folder if there is none.
    package init(path: String) throws(FeedbackFolder.Fault) {
        folder = FeedbackFolder(path: path)
        try folder.prepare()
    }

    /// Deletes what is past its time, now and then, until the task is cancelled.
    package func sweepRegularly() async {
        while !Task.isCancelled {
            try? await Task.sleep(for: Self.sweepPause)
            try? folder.sweep()
        }
    }

    func keep(_ record: FeedbackRecord) throws(FeedbackFolder.Fault) -> UUID {
        try folder.keep(record)
    }

    func delete(_ id: UUID) throws(FeedbackFolder.Fault) -> Bool {
        try folder.delete(id)
    }
}
