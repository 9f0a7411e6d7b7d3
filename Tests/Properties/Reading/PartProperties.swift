/// Checks the parts of reading that need no engine with any bytes, the first of which chooses the part. Traps where a property
/// does not hold.
package struct PartProperties: Sendable {
    private let samples: [Sample]

    /// - Parameter samples: Encoded images that collages are made of.
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
            // These are internal to their modules, so that optimised builds see them only when made for fuzzing.
            #if DEBUG || FUZZING
                switch first % 7 {
                case 0: LineProperties.checkLines(&choices)
                case 1: LineProperties.checkGlyphs(&choices)
                case 2: LineProperties.checkReadings(&choices)
                default: WireProperties.checkMessage(&choices)
                }
            #endif
        }
    }
}
