package import Imaging
package import OCR

/// Why a picture was not read.
package enum ReadingError: Error, Sendable, Equatable {
    case image(ImagingError)
    case deadlineExceeded
    /// Tesseract gave up, mostly for want of memory.
    case engineFailed
    /// The process that read it died, and so did the one that tried again; or none could be started.
    case readerDied
    /// All readers are taken, and the queue is full or the wait was too long.
    case busy
    /// No reader can be used yet.
    case notReady
    /// Nobody waits for it any more.
    case cancelled
}

/// Why a reader can't start.
package enum ReaderStartError: Error, Sendable, Equatable {
    case engine(OCRError)
    /// The system call's error.
    case notSpawned(code: Int32)
    case died(ReaderEnd)
}

/// Why a reader process ended.
package enum ReaderEnd: Sendable, Equatable {
    /// By itself: an exit code, or the signal's number below zero. It crashed, ran out of memory, or was killed.
    case died(status: Int32)
    /// It didn't answer by its deadline and was killed.
    case timedOut
    /// What it sent was no answer, and it was killed.
    case confused
    /// The scan was cancelled, and its process with it.
    case cancelled
    /// Tesseract gave up in it, so that it may be short of memory.
    case engineFailed
    /// It couldn't read at all: its language data can't be used any more.
    case unusable(OCRError)
    /// It never was: the system call's error.
    case notSpawned(code: Int32)
    /// It had read enough pictures, or grown too large.
    case recycled
    case stopped
}

/// Tells what becomes of reader processes, for the log.
package struct ReaderEvent: Sendable, Equatable {
    /// 0 where there was none.
    package let processID: Int32
    package let end: ReaderEnd

    package init(processID: Int32, end: ReaderEnd) {
        self.processID = processID
        self.end = end
    }

    /// Whether it is more than housekeeping.
    package var isFailure: Bool {
        switch end {
        case .died, .timedOut, .confused, .engineFailed, .unusable, .notSpawned: true
        case .cancelled, .recycled, .stopped: false
        }
    }
}
