import Glibc

/// Runs something while standard error leads to `/dev/null`: image libraries write there about damaged files, between our lines.
func withStandardErrorSilenced<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
) throws(Failure) -> Result {
    let kept = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
    let null = open("/dev/null", O_WRONLY | O_CLOEXEC)
    if kept >= 0, null >= 0 { dup2(null, STDERR_FILENO) }
    defer {
        if kept >= 0 {
            dup2(kept, STDERR_FILENO)
            close(kept)
        }
        if null >= 0 { close(null) }
    }
    return try body()
}
