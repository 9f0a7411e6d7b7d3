import HTTPTypes
import TypeSafeAPI

/// The content of an error response (RFC 9457), and the header fields that belong to it.
struct ProblemDetails {
    let kind: ProblemKind
    let status: HTTPResponse.Status
    let title: String
    /// What was wrong this time, and what to do about it.
    let detail: String
    /// The request's field at fault.
    var field: String?
    var headers: HTTPFields = [:]
}

/// Seconds in `Retry-After`, by what has to happen until a repetition can succeed. The values are estimates: no client has been
/// measured with others.
enum RetryAfter {
    /// One text is judged, the store's queue moves on, or the workers finish loading.
    static let moment = "1"
    /// One image is read.
    static let reading = "2"
    /// A server restarts, or several images are read.
    static let restart = "5"
    /// The store failed in a way that may end by itself.
    static let transientFault = "5"
    /// Somebody has to repair the store.
    static let repair = "300"
}
