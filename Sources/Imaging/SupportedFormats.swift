// Everybody who decodes images also needs the types of headers and errors.
@_exported public import ImageFormats

extension ImageFormat {
    package static var supported: [ImageFormat] {
        allCases.filter { $0 != .heif || HEIFDecoder.isAvailable }
    }
}
