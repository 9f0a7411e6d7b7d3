import CPictures
import Imaging

/// The box around a connected component, a glyph or a line, given by its edges in pixels of the image on which it was found.
struct Bounds: Equatable {
    var left: Int
    var top: Int
    /// The column after the last one that belongs to the box.
    var right: Int
    /// The row below the last one that belongs to the box.
    var bottom: Int

    var width: Int { right - left }
    var height: Int { bottom - top }

    func contains(_ other: Bounds) -> Bool {
        left <= other.left && top <= other.top && right >= other.right && bottom >= other.bottom
    }

    func containsMiddle(of other: Bounds) -> Bool {
        (2 * left...2 * right).contains(other.left + other.right)
            && (2 * top...2 * bottom).contains(other.top + other.bottom)
    }

    func union(_ other: Bounds) -> Bounds {
        Bounds(
            left: min(left, other.left), top: min(top, other.top), right: max(right, other.right),
            bottom: max(bottom, other.bottom))
    }

    func overlaps(_ other: Bounds) -> Bool {
        left < other.right && other.left < right && top < other.bottom && other.top < bottom
    }

    /// The number of neighbours to which a pixel of a component may be connected: those at its sides and its corners.
    private static let connectivity: Int32 = 8

    /// The boxes around the connected components of an image with one bit a pixel.
    static func components(of image: borrowing LeptonicaImage) -> [Bounds] {
        var boxes = pixConnCompBB(image.pix, connectivity)
        defer { boxaDestroy(&boxes) }
        return (0..<boxaGetCount(boxes)).map { index in
            var (x, y, width, height): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
            boxaGetBoxGeometry(boxes, index, &x, &y, &width, &height)
            return Bounds(left: Int(x), top: Int(y), right: Int(x + width), bottom: Int(y + height))
        }
    }
}
