package import TextAnalysis

/// One strip of a bitmap as the recogniser would get it, for programs that train or measure a line model.
package struct LineCut {
    /// The number of the line, in the order in which the lines were found.
    package let line: Int
    /// Which of the margins of `SecondLook` the strip has.
    package let margin: Double
    /// The part of the bitmap that the strip shows, in the bitmap's pixels.
    package let box: Box
    package let strip: LineStrip
}

extension DetectedLines {
    /// Cuts every line with every margin, whether or not the recogniser would look twice.
    package func cuts() -> [LineCut] {
        lines.indices.flatMap { index in
            SecondLook.margins.compactMap { margin in
                strip(of: lines[index], margin: margin).map {
                    LineCut(line: index, margin: margin, box: $0.box, strip: $0.strip)
                }
            }
        }
    }
}
