package import ScamTaxonomy

/// What of a picture is shown and what is covered. What is neither, and isn't plain ground, is covered as well.
package struct RedactionPlan: Sendable, Equatable {
    package struct Hidden: Sendable, Equatable {
        package var kind: RedactedKind
        package var box: Box

        package init(_ kind: RedactedKind, _ box: Box) {
            (self.kind, self.box) = (kind, box)
        }
    }

    /// The size of the upright picture in pixels. All boxes lie on it.
    package var width: Int
    package var height: Int
    /// The number of the frame, from 1.
    package var frame = 1
    /// The words that were read with certainty and are nobody's own.
    package var shown: [Box] = []
    /// What is covered, a box for each word or group of words.
    package var hidden: [Hidden] = []
    /// The number of things that are covered, by kind. A name of two words is one.
    package var counts: [RedactedKind: Int] = [:]

    package init(width: Int, height: Int) {
        (self.width, self.height) = (width, height)
    }
}

/// A picture on which everything of a plan is covered.
package struct RedactedPicture: Sendable, Equatable {
    package var png: [UInt8]
    package var width: Int
    package var height: Int
    /// The number of things that were covered, by kind; never 0.
    package var counts: [RedactedKind: Int]

    package init(png: [UInt8], width: Int, height: Int, counts: [RedactedKind: Int]) {
        (self.png, self.width, self.height, self.counts) = (png, width, height, counts)
    }
}
