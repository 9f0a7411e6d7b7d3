import HTTPTypes
import TypeSafeAPI

/// The content of an error response (RFC 9457), and the header fields that belong to it.
struct ProblemDetails {
    let kind: ProblemKind
    let status: HTTPResponse.Status
    let title: String
    /// What was wrong with this request, and what to do about it.
    let detail: String
    /// Name of the request's field that was wrong; nil where none was.
    var field: String?
    var headers: HTTPFields = [:]
}

/// Seconds in `Retry-After`, by what has to happen until a repetition can succeed. The values are estimates: no client has been
/// measured with others.
enum RetryAfter {
    /// A text is judged, the store's queue gets shorter, or the workers finish loading.
    static let moment = "1"
    /// A worker finishes reading one image.
    static let reading = "2"
    /// A server restarts, or workers finish reading several images.
    static let restart = "5"
    /// The store recovers from a transient fault.
    static let transientFault = "5"
    /// Somebody repairs the store.
    static let repair = "300"
}
