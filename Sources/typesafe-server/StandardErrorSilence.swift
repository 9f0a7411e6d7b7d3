import Glibc

/// The image libraries write to standard error what they think of a file; here that would stand between our own lines.
enum StandardErrorSilence {
    /// Runs something while standard error leads nowhere.
    static func during<Result, Failure: Error>(
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let kept = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
        let nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC)
        if kept >= 0, nowhere >= 0 { dup2(nowhere, STDERR_FILENO) }
        defer {
            if kept >= 0 {
                dup2(kept, STDERR_FILENO)
                close(kept)
            }
            if nowhere >= 0 { close(nowhere) }
        }
        return try body()
    }
}
