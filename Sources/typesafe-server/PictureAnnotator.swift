import CPictures
import Foundation
import Imaging
import TextAnalysis

/// Draws the boxes of lines, words and codes onto the picture they were read from.
struct PictureAnnotator {
    /// Ratio of the picture's longer side to the width of a box's edge. Chosen by eye: an edge of 2 pixels on a phone's
    /// screenshot is seen, and hides no letters.
    private static let sideOverEdge = 500

    let decoder: ImageDecoder

    /// Returns the upright picture with its boxes as a PNG of the same size.
    /// - Parameters:
    ///   - image: an encoded image that `decoder` has decoded before.
    ///   - frame: the number of the frame on which the transcript was read, from 1.
    func annotate(
        _ image: [UInt8], frame: Int, with transcript: Transcript
    ) throws(ReadFailure) -> Data {
        _ = LeptonicaImage.silenced
        guard let canvas = canvas(image, frame, width: transcript.width, height: transcript.height) else {
            throw .notDrawn
        }
        let marks = AnnotationMark.marks(of: transcript)
        let edge = max(1, max(canvas.width, canvas.height) / Self.sideOverEdge)
        for mark in marks { Self.draw(mark, edge: edge, on: canvas) }
        AnnotationLegend.draw(for: marks, on: canvas)
        guard let png = canvas.png else { throw .notDrawn }
        return png
    }

    /// Returns the picture with 32 bits a pixel: in its own colors, or grey if it is turned, transparent, or one of several that only
    /// `decoder` finds.
    private func canvas(_ image: [UInt8], _ frame: Int, width: Int, height: Int) -> LeptonicaImage? {
        if frame == 1, let colored = colored(image), colored.width == width, colored.height == height {
            return LeptonicaImage(adopting: pixConvertTo32(colored.pix))
        }
        guard let bitmap = try? decoder.decode(image, frame: frame),
            let grey = LeptonicaImage(bitmap, rows: 0..<bitmap.height)
        else { return nil }
        if grey.width == width && grey.height == height {
            return LeptonicaImage(adopting: pixConvertTo32(grey.pix))
        }
        guard let whole = LeptonicaImage(adopting: pixScaleToSize(grey.pix, Int32(width), Int32(height)))
        else {
            return nil
        }
        return LeptonicaImage(adopting: pixConvertTo32(whole.pix))
    }

    private func colored(_ image: [UInt8]) -> LeptonicaImage? {
        guard let header = try? decoder.checkedHeader(of: image), header.orientation == .upright else {
            return nil
        }
        let picture =
            switch header.format {
            case .png: LeptonicaImage(adopting: pixReadMemPng(image, image.count))
            case .jpeg: LeptonicaImage(adopting: pixReadMemJpeg(image, image.count, 0, 1, nil, 0))
            case .webp: LeptonicaImage(adopting: pixReadMemWebP(image, image.count))
            default: LeptonicaImage?.none
            }
        guard let picture, pixGetSpp(picture.pix) == 3 || pixGetColormap(picture.pix) != nil else {
            return nil
        }
        return picture
    }

    /// Draws the edge around the box, clipped to the picture, so that it covers no letters.
    private static func draw(_ mark: AnnotationMark, edge: Int, on canvas: borrowing LeptonicaImage) {
        let left = max(0, mark.box.x - edge)
        let top = max(0, mark.box.y - edge)
        let right = min(canvas.width, mark.box.x + mark.box.width + edge)
        let bottom = min(canvas.height, mark.box.y + mark.box.height + edge)
        guard right > left, bottom > top,
            var box = boxCreate(Int32(left), Int32(top), Int32(right - left), Int32(bottom - top))
        else { return }
        let (red, green, blue) = mark.kind.color
        pixRenderBoxArb(canvas.pix, box, Int32(edge), red, green, blue)
        withUnsafeMutablePointer(to: &box) { pointer in
            pointer.withMemoryRebound(to: UnsafeMutablePointer<BOX>?.self, capacity: 1) { boxDestroy($0) }
        }
    }
}
