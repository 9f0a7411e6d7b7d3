/// Checks the parts of reading that don't need Tesseract, with any bytes. The first byte chooses the part. A property
/// that doesn't hold ends the process.
package struct PartProperties: Sendable {
    private let samples: [Sample]

    /// - Parameter samples: bytes of the images from which collages are made.
    package init(samples: [[UInt8]]) throws {
        self.samples = try samples.map { try Sample($0) }
    }

    package func check(_ bytes: [UInt8]) {
        guard let first = bytes.first else { return }
        var choices = Choices(bytes.dropFirst())
        switch first % 7 {
        case 3: LayoutProperties.checkArrangement(&choices, samples)
        case 4: CodeProperties.check(&choices, samples)
        default:
            // These properties use internal declarations, which optimised builds hide unless they are made for fuzzing.
            #if DEBUG || FUZZING
                switch first % 7 {
                case 0: LineProperties.checkLines(&choices)
                case 1: LineProperties.checkWordBoxes(&choices)
                case 2: LineProperties.checkReadings(&choices)
                default: WireProperties.checkMessage(&choices)
                }
            #endif
        }
    }
}
