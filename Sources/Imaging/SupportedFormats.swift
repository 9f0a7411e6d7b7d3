// Everybody who decodes images also needs the types of their headers and errors.
@_exported public import ImageFormats

extension ImageFormat {
    /// The formats that this build reads.
    package static var supported: [ImageFormat] {
        allCases.filter { $0 != .heif || HEIFDecoder.isAvailable }
    }
}
