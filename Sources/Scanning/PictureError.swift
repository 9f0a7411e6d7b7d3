/// Why one of several pictures couldn't be judged, and with it all of them.
package struct PictureError: Error, Sendable {
    /// The picture's number, from 1.
    package let picture: Int
    package let error: ScanError

    /// Whether another picture in its place may be judged.
    package var isAboutPicture: Bool {
        switch error {
        case .image, .deadlineExceeded: true
        case .unknownLanguage, .engineFailed, .workerDied, .busy, .notReady, .cancelled: false
        }
    }
}
