package import OCR
package import SystemSupport

/// The end of a worker: reported for the log and the metrics, and thrown to the caller that it costs an image or a start.
package struct WorkerTermination: Error, Sendable, Equatable {
    /// The process id of the worker; 0 if no process was started.
    package let processID: Int32
    package let exit: WorkerExit
    /// With `died`, the exit code, or the number of the signal as a negative number; with `notSpawned`, the system call's
    /// `errno`.
    package var code: Int32?
    /// With `unusable`, the error that starting Tesseract gave.
    package var engineError: OCRError?
    /// With `unprotected`, what did not take hold.
    package var missing: [WorkerProtection] = []

    package init(processID: Int32, exit: WorkerExit, code: Int32? = nil, engineError: OCRError? = nil) {
        self.processID = processID
        self.exit = exit
        self.code = code
        self.engineError = engineError
    }
}

extension WorkerTermination: CustomStringConvertible {
    /// The cause and the code, such as `died (code -9)`.
    package var description: String {
        if !missing.isEmpty {
            return "\(exit.rawValue) (without \(missing.map(\.rawValue).joined(separator: ", ")))"
        }
        if let engineError { return "\(exit.rawValue) (\(engineError))" }
        if let code { return "\(exit.rawValue) (code \(code))" }
        return exit.rawValue
    }
}
