/// The reason why an image could not become a bitmap.
package enum ImagingError: Error, Sendable, Equatable {
    case empty
    /// No image, or one of a format that isn't read; `detected` is a short name such as `heic` or `pdf`.
    case unsupportedFormat(detected: String?)
    /// A known format in a variant that isn't read; `feature` is a short name such as `bigtiff`.
    case unsupportedFeature(ImageFormat, feature: String)
    /// The header announces more pixels than `limit`. Nothing was decoded.
    case tooManyPixels(width: Int, height: Int, limit: Int)
    /// The header announces a side longer than `limit` pixels. Nothing was decoded.
    case sideTooLong(width: Int, height: Int, limit: Int)
    case corrupt(ImageFormat, Defect)

    package enum Defect: String, Sendable, Equatable {
        /// The header holds zero or impossible values, or parts in the wrong order.
        case badHeader
        /// The file ends before the image does.
        case truncated
        case badData
    }
}
